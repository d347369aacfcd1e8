import type { Signatures } from './signatures.ts';

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

export const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
export const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Creates a token of IDs (16 bytes each) and a signature: 43 characters for one ID, 64 for two. */
export function signedToken(signatures: Signatures, purpose: string, ...ids: Buffer[]): string {
  const bytes = Buffer.concat(ids);
  return Buffer.concat([bytes, signatures.sign(purpose, bytes)]).toString('base64url');
}

/** Returns the IDs of a token that was signed for this purpose, or null for any other token. */
export function openToken(signatures: Signatures, purpose: string, count: number, token: string): Buffer[] | null {
  const length = count * ID_BYTES;
  // Buffer ignores invalid characters, so check them: a link has only one valid spelling.
  if (token.length !== Math.ceil(((length + SIGNATURE_BYTES) * 4) / 3) || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, length);
  if (!signatures.fits(purpose, ids, bytes.subarray(length))) return null;
  return Array.from({ length: count }, (_, at) => ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES));
}
