import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { IMPORT_ENTRIES_MAX, IMPORT_INFLATED_MAX } from '#domain/limits.ts';
import { Failure, fail } from '#platform/http/errors.ts';

export interface Archive {
  readonly names: ReadonlySet<string>;
  /**
   * Returns the text of an entry. Throws import_unreadable for a damaged one, and import_too_large beyond `max` bytes or
   * the limit of the archive.
   */
  read(name: string, max?: number): Promise<string>;
}

/** Runs `work` on an archive of anyone's making; errors about its content become `import_unreadable`. */
async function orUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    return fail('import_unreadable');
  }
}

/** Opens a ZIP in memory. Counts bytes while inflating, because the sizes in the directory can be false. */
export const openArchive = (file: Buffer): Promise<Archive> =>
  orUnreadable(async () => {
    const zip = await yauzl.fromBufferPromise(file, { autoClose: false, strictFileNames: true });
    if (zip.entryCount > IMPORT_ENTRIES_MAX) fail('import_too_large');
    const entries = new Map<string, yauzl.Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) fail('import_unreadable');
      entries.set(entry.fileName, entry);
    }
    let inflated = 0;
    const inflate = async (entry: yauzl.Entry, max: number) => {
      const chunks: Buffer[] = [];
      let length = 0;
      let sum = 0;
      const source: Readable = await zip.openReadStreamPromise(entry);
      for await (const chunk of source as AsyncIterable<Buffer>) {
        inflated += chunk.length;
        length += chunk.length;
        if (inflated > IMPORT_INFLATED_MAX || length > max) fail('import_too_large');
        sum = crc32(chunk, sum);
        chunks.push(chunk);
      }
      if (sum !== entry.crc32) fail('import_unreadable');
      return decodeText(Buffer.concat(chunks)) ?? fail('import_unreadable');
    };
    return {
      names: new Set(entries.keys()),
      read: (name, max = IMPORT_INFLATED_MAX) =>
        orUnreadable(async () => inflate(entries.get(name) ?? fail('import_unreadable'), max)),
    };
  });

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 with or without its mark; null for anything else. */
export function decodeText(bytes: Buffer): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
