import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from './secret-key.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM for data that a reader of the database must not see. */
export interface Encryption {
  /** `owner` is the ID of the row with the result; moved to another row, it cannot be decrypted. */
  encrypt(purpose: string, owner: string, plain: Buffer): Buffer;
  /** Returns null if no secret fits. */
  decrypt(purpose: string, owner: string, encrypted: Buffer): Buffer | null;
  /** Encrypts the data of an old secret under the newest. Returns null if that is unnecessary or impossible. */
  renew(purpose: string, owner: string, encrypted: Buffer): Buffer | null;
}

const keyOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));

function open(key: Buffer, owner: string, encrypted: Buffer): Buffer | null {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Encrypts under a key derived from the first secret (keys/secret-key.ts), and decrypts under any of them. */
export function makeEncryption(...secrets: Secrets): Encryption {
  const encryption: Encryption = {
    encrypt(purpose, owner, plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(secrets[0], purpose), nonce, { authTagLength: TAG_BYTES });
      const encrypted = Buffer.concat([cipher.setAAD(Buffer.from(owner)).update(plain), cipher.final()]);
      return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]);
    },
    decrypt(purpose, owner, encrypted) {
      if (encrypted.length < NONCE_BYTES + TAG_BYTES) return null;
      for (const secret of secrets) {
        const plain = open(keyOf(secret, purpose), owner, encrypted);
        if (plain) return plain;
      }
      return null;
    },
    renew(purpose, owner, encrypted) {
      if (makeEncryption(secrets[0]).decrypt(purpose, owner, encrypted)) return null;
      const plain = encryption.decrypt(purpose, owner, encrypted);
      return plain && encryption.encrypt(purpose, owner, plain);
    },
  };
  return encryption;
}
