import { randomBytes } from 'node:crypto';
import { createOnce } from './create-once.ts';

const KEY_BYTES = 32;

/** The secrets of the server: the first one signs, and all of them open what they signed. */
export type Secrets = readonly [string, ...string[]];

/**
 * The secrets from which keys are derived: those of SECRET_KEY, or one that the first start creates in
 * `<data_dir>/secret-key`, readable by its owner alone.
 */
export const secretKeys = async (configured: Secrets | null, data_dir: string): Promise<Secrets> =>
  configured ?? [await createOnce(data_dir, 'secret-key', () => randomBytes(KEY_BYTES).toString('base64url'))];
