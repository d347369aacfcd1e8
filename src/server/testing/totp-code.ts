import { createHmac } from 'node:crypto';

/** The secret of RFC 6238's examples, in base32. */
export const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** Computes the code of that secret at an instant, by RFC 4226 and without the server's library. */
export function totpCode(at: Date): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const hash = createHmac('sha1', '12345678901234567890').update(counter).digest();
  const binary = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fff_ffff;
  return String(binary % 1_000_000).padStart(6, '0');
}
