import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_BYTES = 16;

/** Signs what leaves the server in a link and has to come back unchanged. */
export interface Signatures {
  /** Returns the signature (16 bytes), valid only for these bytes and this purpose. */
  sign(purpose: string, bytes: Buffer): Buffer;
  fits(purpose: string, bytes: Buffer, signature: Buffer): boolean;
}

/** Signs with the server's secret (keys/secret-key.ts): another secret gives other signatures. */
export function makeSignatures(secret: string): Signatures {
  const sign: Signatures['sign'] = (purpose, bytes) =>
    createHmac('sha256', secret).update(`${purpose}\0`).update(bytes).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign,
    fits: (purpose, bytes, signature) =>
      signature.length === SIGNATURE_BYTES && timingSafeEqual(sign(purpose, bytes), signature),
  };
}
