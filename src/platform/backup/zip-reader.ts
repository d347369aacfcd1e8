import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { codeOf } from '#platform/lib/error-codes.ts';
import { BackupError } from './format.ts';

export interface ZipReader {
  readonly names: ReadonlySet<string>;
  /** Returns the bytes that the directory states; reading a larger file fails. */
  sizeOf(name: string): number;
  /** Returns a file's content; a damaged file fails at its end. */
  read(name: string): Promise<Readable>;
  close(): void;
}

/** Creates the error about a missing or extra part. */
export const damaged = (file: string, reason: string) => new BackupError(`${file} is damaged: ${reason}.`);

/** File system errors that are not about the content. */
const UNREADABLE = ['EACCES', 'EPERM', 'EIO', 'EMFILE'];

/** Keeps file system errors; others are about the content. */
function explain(file: string, error: unknown): Error {
  if (codeOf(error) === 'ENOENT') return new BackupError(`The file ${file} does not exist.`);
  if (error instanceof BackupError || (error instanceof Error && UNREADABLE.includes(codeOf(error)))) return error;
  return damaged(file, (error instanceof Error ? error.message : String(error)).replace(/\.$/, ''));
}

/** Passes data through and fails at the end if the checksum differs. */
function checked(file: string, { fileName, crc32: expected }: yauzl.Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === expected ? null : damaged(file, `the checksum of ${fileName} is wrong`)),
  });
}

/** Requires the same name in the directory and the local header, or a picture could replace another. */
async function openEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  const { fileName } = await zip.readLocalFileHeaderPromise(entry);
  if (!fileName.equals(entry.fileNameRaw)) throw new Error(`it also contains ${entry.fileName} under another name`);
  return zip.openReadStreamPromise(entry);
}

/** Opens a ZIP by its directory. Throws a BackupError if that is missing or incomplete. */
export async function openZip(file: string): Promise<ZipReader> {
  try {
    const zip = await yauzl.openPromise(file, { autoClose: false, strictFileNames: true });
    const entries = new Map<string, yauzl.Entry>();
    try {
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) throw damaged(file, `it holds ${entry.fileName} twice`);
        entries.set(entry.fileName, entry);
      }
    } catch (error) {
      zip.close();
      throw error;
    }
    return {
      names: new Set(entries.keys()),
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      async read(name) {
        const entry = entries.get(name);
        if (!entry) throw damaged(file, `${name} is missing`);
        const source = await openEntry(zip, entry).catch((error: unknown) => {
          throw explain(file, error);
        });
        const output = checked(file, entry);
        source.once('error', (error) => output.destroy(explain(file, error)));
        output.once('close', () => {
          source.unpipe(output);
          source.destroy();
        });
        return source.pipe(output);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    throw explain(file, error);
  }
}
