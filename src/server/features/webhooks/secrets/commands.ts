import { randomBytes } from 'node:crypto';
import type { Encryption } from '#platform/keys/encryption.ts';

/** What the secrets of webhooks are encrypted for. */
export const SECRET_PURPOSE = 'secret of a webhook';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret for a webhook: as it is stored, and as its owner gets it. */
export function createSecret(encryption: Encryption, webhookId: string): { encrypted: Buffer; shown: string } {
  const secret = randomBytes(SECRET_BYTES);
  return {
    encrypted: encryption.encrypt(SECRET_PURPOSE, webhookId, secret),
    shown: SECRET_PREFIX + secret.toString('base64'),
  };
}
