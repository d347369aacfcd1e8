import type * as z from 'zod/mini';
import type { Signatures } from '#platform/keys/signatures.ts';

export interface SignedCookie {
  readonly name: string;
  /** The path that limits it over plain http. */
  readonly path: string;
  readonly same_site: 'Lax' | 'Strict';
  readonly max_age_s: number;
}

const purposeOf = ({ name }: SignedCookie) => `cookie ${name}`;

/**
 * Browsers accept this prefix only from the host itself, over https and for all paths (RFC 6265bis). So another
 * subdomain cannot plant such a cookie.
 */
const HOST_PREFIX = '__Host-';

function format({ name, path, same_site }: SignedCookie, text: string, max_age_s: number, https: boolean): string {
  const attributes = `Max-Age=${max_age_s}; HttpOnly; SameSite=${same_site}`;
  return https
    ? `${HOST_PREFIX}${name}=${text}; Path=/; ${attributes}; Secure`
    : `${name}=${text}; Path=${path}; ${attributes}`;
}

/** Returns the `Set-Cookie` header with the value as signed JSON. `https` keeps it off plain connections. */
export function setSignedCookie(signatures: Signatures, cookie: SignedCookie, value: object, https: boolean): string {
  const json = Buffer.from(JSON.stringify(value));
  const signature = signatures.sign(purposeOf(cookie), json);
  const text = `${json.toString('base64url')}.${signature.toString('base64url')}`;
  return format(cookie, text, cookie.max_age_s, https);
}

/** Returns the `Set-Cookie` header that removes the cookie. */
export const clearSignedCookie = (cookie: SignedCookie, https: boolean): string => format(cookie, '', 0, https);

/**
 * Returns the value of a cookie, or null if it is missing or not signed by us. Browsers can resend expired cookies, so
 * a value must contain its own expiry. The name without prefix counts only without a prefixed cookie; release 1.0.0
 * used it over https.
 */
export function readSignedCookie(signatures: Signatures, cookie: SignedCookie, header: string | undefined): unknown {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  const ofHost = pairs.filter(([name]) => name === HOST_PREFIX + cookie.name);
  for (const [, text = ''] of ofHost.length > 0 ? ofHost : pairs.filter(([name]) => name === cookie.name)) {
    const [json, signature] = text.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (json && signature && signatures.fits(purposeOf(cookie), json, signature))
      return JSON.parse(json.toString('utf8'));
  }
  return null;
}

/** Returns the parsed value of a valid cookie, else null. `ends` is in milliseconds since 1970. */
export function openSignedCookie<T extends { ends: number }>(
  signatures: Signatures,
  cookie: SignedCookie,
  schema: z.ZodMiniType<T>,
  header: string | undefined,
  now: Date,
): T | null {
  const parsed = schema.safeParse(readSignedCookie(signatures, cookie, header));
  return parsed.success && parsed.data.ends > now.getTime() ? parsed.data : null;
}
