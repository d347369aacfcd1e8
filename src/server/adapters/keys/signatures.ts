import { createHmac, timingSafeEqual } from 'node:crypto';

const SEAL_BYTES = 16;

/** Seals what leaves the server in a link and has to come back unchanged. */
export interface Signatures {
  /** 16 bytes that fit these bytes and this purpose alone. */
  seal(purpose: string, bytes: Buffer): Buffer;
  fits(purpose: string, bytes: Buffer, seal: Buffer): boolean;
}

/** Made with the server's secret (adapters/secret-key.ts): another secret, other signatures. */
export function makeSignatures(secret: string): Signatures {
  const seal: Signatures['seal'] = (purpose, bytes) =>
    createHmac('sha256', secret).update(`${purpose}\0`).update(bytes).digest().subarray(0, SEAL_BYTES);
  return {
    seal,
    fits: (purpose, bytes, given) => given.length === SEAL_BYTES && timingSafeEqual(seal(purpose, bytes), given),
  };
}
