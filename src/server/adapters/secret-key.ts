import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;
const SEAL_BYTES = 16;

/** Seals what leaves the server in a link and has to come back unchanged. */
export interface Seals {
  /** 16 bytes that fit these bytes and this purpose alone. */
  seal(purpose: string, bytes: Buffer): Buffer;
  fits(purpose: string, bytes: Buffer, seal: Buffer): boolean;
}

export function makeSeals(secret: string): Seals {
  const seal: Seals['seal'] = (purpose, bytes) =>
    createHmac('sha256', secret).update(`${purpose}\0`).update(bytes).digest().subarray(0, SEAL_BYTES);
  return {
    seal,
    fits: (purpose, bytes, given) => given.length === SEAL_BYTES && timingSafeEqual(seal(purpose, bytes), given),
  };
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST';

/**
 * SECRET_KEY, or the key in `<data_dir>/secret.key`, which the first start makes and its owner alone can read
 * (Limits: configuration). Of two starts at once both end up with the same one.
 */
export async function readSecretKey(configured: string | null, data_dir: string): Promise<string> {
  if (configured !== null) return configured;
  const path = join(data_dir, 'secret.key');
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(unfinished, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600 });
  try {
    await link(unfinished, path);
  } catch (error) {
    if (!isTaken(error)) throw error;
  } finally {
    await rm(unfinished);
  }
  return (await readFile(path, 'utf8')).trim();
}
