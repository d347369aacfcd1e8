import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret from which keys are derived: SECRET_KEY, or one that is made once and kept in `<data_dir>/secret-key`,
 * readable by the owner alone (Limits: configuration).
 */
export async function secretKey(given: string | null, data_dir: string): Promise<string> {
  if (given !== null) return given;
  const path = join(data_dir, 'secret-key');
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (kept !== null) return kept;
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // Whole or not at all, and never over another one: of two starts at once, one wins and both read it.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}
