import { randomBytes } from 'node:crypto';
import { createOnce } from './create-once.ts';

const KEY_BYTES = 32;

/**
 * The secret from which keys are derived: SECRET_KEY, or one that the first start creates in `<data_dir>/secret-key`,
 * readable by its owner alone.
 */
export const secretKey = async (configured: string | null, data_dir: string): Promise<string> =>
  configured ?? createOnce(data_dir, 'secret-key', () => randomBytes(KEY_BYTES).toString('base64url'));
