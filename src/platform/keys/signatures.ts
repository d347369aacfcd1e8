import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './secret-key.ts';

const SIGNATURE_BYTES = 16;

/** Signs bytes that leave the server in a link and must return unchanged. */
export interface Signatures {
  /** Returns a signature of 16 bytes, valid only for these bytes and this purpose. */
  sign(purpose: string, bytes: Buffer): Buffer;
  /** Returns a signature per secret, the current one first, to find what was stored before a rotation. */
  signWithEach(purpose: string, bytes: Buffer): Buffer[];
  /** Returns true if any of the secrets signed these bytes for this purpose. */
  fits(purpose: string, bytes: Buffer, signature: Buffer): boolean;
}

/** Creates signatures with the first secret (keys/secret-key.ts) and accepts signatures of any secret. */
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
