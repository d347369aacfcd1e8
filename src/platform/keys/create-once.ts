import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, unlessMissing } from '#platform/lib/error-codes.ts';
import { FILE_MODE } from '#platform/storage/data-dir.ts';

const read = (path: string): Promise<string | null> => unlessMissing(readFile(path, 'utf8'), null);

/** Reads the file `name` in `data_dir`. Returns null before the start that creates it. */
export const readCreated = (data_dir: string, name: string): Promise<string | null> => read(join(data_dir, name));

/**
 * Reads the file `name` in `data_dir`, which the first start creates with the text from `make`. Only its owner can read
 * it. If two first starts race, both use the winner's file.
 */
export async function createOnce(
  data_dir: string,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const path = join(data_dir, name);
  const existing = await readCreated(data_dir, name);
  if (existing !== null) return existing;
  const draft = join(data_dir, `.${name}-${randomUUID()}`);
  try {
    await writeFile(draft, await make(), { mode: FILE_MODE, flag: 'wx' });
    // `link` either creates the complete file or fails because the file exists.
    await link(draft, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await read(path))!;
}
