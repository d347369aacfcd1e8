import { randomBytes } from 'node:crypto';
import { createOnce } from './create-once.ts';

const KEY_BYTES = 32;

/** The server's secrets: the first one signs, and all verify. */
export type Secrets = readonly [string, ...string[]];

/** Returns the secrets of SECRET_KEY, or one that the first start creates in `<data_dir>/secret-key`. */
export const secretKeys = async (configured: Secrets | null, data_dir: string): Promise<Secrets> =>
  configured ?? [await createOnce(data_dir, 'secret-key', () => randomBytes(KEY_BYTES).toString('base64url'))];
