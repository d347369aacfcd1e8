import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keptFile } from './kept-file.ts';

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

/**
 * The secret from which keys are derived: SECRET_KEY, or one that is made once and kept in `<data_dir>/secret-key`,
 * readable by the owner alone (Limits: configuration).
 */
export const secretKey = async (given: string | null, data_dir: string): Promise<string> =>
  given ?? keptFile(data_dir, 'secret-key', () => randomBytes(KEY_BYTES).toString('base64url'));
