import { json } from 'node:stream/consumers';
import { isPictureKey } from '#platform/storage/storage.ts';
import {
  BackupError,
  FORMAT,
  JOBS_FILE,
  KEY_FILES,
  keyFile,
  MANIFEST,
  type Manifest,
  MEDIA_FOLDER,
  manifestSchema,
  sizeMaxOf,
  tableFile,
} from './format.ts';
import { damaged, openZip, type ZipReader } from './zip-reader.ts';

const LINE_END = 0x0a;

export interface CheckedBackup {
  readonly manifest: Manifest;
  readonly media: readonly string[];
  readonly keys: readonly string[];
  readonly zip: ZipReader;
}

const formatOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;

/** Rejects oversized entries before reading, because they could fill the memory or the disk. */
function requireSizes(file: string, zip: ZipReader): void {
  for (const name of zip.names)
    if (zip.sizeOf(name) > sizeMaxOf(name)) throw damaged(file, `${name} is larger than in any backup`);
}

async function readManifest(file: string, zip: ZipReader): Promise<Manifest> {
  if (!zip.names.has(MANIFEST))
    throw new BackupError(`${file} is not a backup of Emberkin: it contains no ${MANIFEST}.`);
  const stream = await zip.read(MANIFEST);
  const value = await json(stream).catch((error: unknown) => {
    throw error instanceof SyntaxError ? damaged(file, `${MANIFEST} is not JSON`) : error;
  });
  const format = formatOf(value);
  if (format !== FORMAT)
    throw new BackupError(
      `${file} has the format ${JSON.stringify(format)}, which this version of Emberkin cannot read.`,
    );
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw damaged(file, `${MANIFEST} has invalid fields`);
  return parsed.data;
}

/** Reads an entry to its end, where its checksum is compared, and counts its lines. */
async function countLines(zip: ZipReader, name: string): Promise<number> {
  let lines = 0;
  for await (const chunk of (await zip.read(name)) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) lines++;
  return lines;
}

function mediaKey(file: string, name: string): string {
  const key = name.slice(MEDIA_FOLDER.length);
  if (!isPictureKey(key)) throw damaged(file, `it contains ${name}, which no backup has`);
  return key;
}

function sortNames(file: string, { tables, jobs, media }: Manifest, names: ReadonlySet<string>) {
  const rows = new Map([
    [JOBS_FILE, jobs],
    ...Object.entries(tables).map(([name, n]) => [tableFile(name), n] as const),
  ]);
  const keys = KEY_FILES.filter((name) => names.has(keyFile(name)));
  const known = new Set([MANIFEST, ...rows.keys(), ...keys.map(keyFile)]);
  const others = [...names].filter((name) => !known.has(name));
  const stray = others.find((name) => !name.startsWith(MEDIA_FOLDER));
  if (stray !== undefined) throw damaged(file, `it contains ${stray}, which no backup has`);
  if (others.length !== (media ?? 0))
    throw damaged(file, `it contains ${others.length} photos instead of ${media ?? 0}`);
  return { rows, keys, pictures: others.map((name) => mediaKey(file, name)) };
}

/**
 * Opens a backup and reads all of it, so nothing of a damaged one is restored. Checks checksums, the numbers of rows
 * and photos, and stray entries. Throws a BackupError. The caller closes `zip`.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const zip = await openZip(file);
  try {
    requireSizes(file, zip);
    const manifest = await readManifest(file, zip);
    const { rows, keys, pictures } = sortNames(file, manifest, zip.names);
    for (const [name, count] of rows) {
      const lines = await countLines(zip, name);
      // The first line has the column names.
      if (lines - 1 !== count) throw damaged(file, `${name} has ${lines - 1} rows instead of ${count}`);
    }
    for (const name of zip.names) if (!rows.has(name)) await countLines(zip, name);
    return { manifest, media: pictures, keys, zip };
  } catch (error) {
    zip.close();
    throw error;
  }
}
