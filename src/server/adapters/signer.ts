import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_BYTES = 16;

/** Signs texts that travel through other hands, such as the links in mails. Who changes a letter finds it refused. */
export interface Signer {
  /** `<text>.<signature>`. A signature for one purpose is none for another. */
  sign(purpose: string, text: string): string;
  /** The text of what `sign` made for this purpose, or null. */
  open(purpose: string, signed: string): string | null;
}

/** Signs by HMAC-SHA256 (128 bits of it, base64url) with SECRET_KEY. */
export function signer(secret: string): Signer {
  const macOf = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign: (purpose, text) => `${text}.${macOf(purpose, text).toString('base64url')}`,
    open(purpose, signed) {
      const at = signed.lastIndexOf('.');
      const text = signed.slice(0, Math.max(at, 0));
      const given = Buffer.from(signed.slice(at + 1), 'base64url');
      const right = given.length === SIGNATURE_BYTES && timingSafeEqual(given, macOf(purpose, text));
      return right ? text : null;
    },
  };
}
