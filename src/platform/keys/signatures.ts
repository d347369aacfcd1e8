import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './secret-key.ts';

const SIGNATURE_BYTES = 16;

/** Signs what leaves the server in a link and has to come back unchanged. */
export interface Signatures {
  /** Returns the signature (16 bytes), valid only for these bytes and this purpose. */
  sign(purpose: string, bytes: Buffer): Buffer;
  /** Returns the signatures under every secret, the current one first: what was stored before a rotation has an older. */
  signWithEach(purpose: string, bytes: Buffer): Buffer[];
  /** Whether the signature was made for these bytes and this purpose, under any of the secrets. */
  fits(purpose: string, bytes: Buffer, signature: Buffer): boolean;
}

/**
 * Signs with the first of the server's secrets (keys/secret-key.ts) and accepts what any of them signed: another secret
 * gives other signatures.
 */
export function makeSignatures(...secrets: Secrets): Signatures {
  const signWith = (secret: string, purpose: string, bytes: Buffer) =>
    createHmac('sha256', secret).update(`${purpose}\0`).update(bytes).digest().subarray(0, SIGNATURE_BYTES);
  const signWithEach: Signatures['signWithEach'] = (purpose, bytes) =>
    secrets.map((secret) => signWith(secret, purpose, bytes));
  return {
    sign: (purpose, bytes) => signWith(secrets[0], purpose, bytes),
    signWithEach,
    fits: (purpose, bytes, signature) =>
      signature.length === SIGNATURE_BYTES &&
      signWithEach(purpose, bytes).some((expected) => timingSafeEqual(expected, signature)),
  };
}
