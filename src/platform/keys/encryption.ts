import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from './secret-key.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what the database holds but may not show to whoever reads it: AES-256-GCM. */
export interface Encryption {
  /** `owner` is the id of the row that holds the result: moved into another one, it cannot be decrypted. */
  encrypt(purpose: string, owner: string, plain: Buffer): Buffer;
  /** What `encrypt` was given, under any of the server's secrets; null where none of them fits. */
  decrypt(purpose: string, owner: string, encrypted: Buffer): Buffer | null;
  /** The same under the newest secret, for what an older one encrypted; null where nothing has to change, or can. */
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

/**
 * Encrypts under a key that is derived from the first of the server's secrets (keys/secret-key.ts) and decrypts what
 * was encrypted under any of them.
 */
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
