import { randomBytes } from 'node:crypto';
import type { Encryption } from '#platform/keys/encryption.ts';

export const SECRET_PURPOSE = 'secret of a webhook';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Creates a secret for a webhook: encrypted for storage, and as its owner sees it. */
export function createSecret(encryption: Encryption, webhookId: string): { encrypted: Buffer; shown: string } {
  const secret = randomBytes(SECRET_BYTES);
  return {
    encrypted: encryption.encrypt(SECRET_PURPOSE, webhookId, secret),
    shown: SECRET_PREFIX + secret.toString('base64'),
  };
}
