import { randomBytes } from 'node:crypto';
import { createOnce } from './create-once.ts';

const KEY_BYTES = 32;

/**
 * The secret from which keys are derived: SECRET_KEY, or one that is made once and kept in `<data_dir>/secret-key`,
 * readable by the owner alone (Limits: configuration).
 */
export const secretKey = async (given: string | null, data_dir: string): Promise<string> =>
  given ?? createOnce(data_dir, 'secret-key', () => randomBytes(KEY_BYTES).toString('base64url'));
