import type * as z from 'zod/mini';
import type { Signatures } from '../adapters/keys/signatures.ts';

/** A cookie that holds something for the browser to bring back, readable by no script. */
export interface SignedCookie {
  readonly name: string;
  /** The path below which the browser sends it. */
  readonly path: string;
  readonly same_site: 'Lax' | 'Strict';
  readonly max_age_s: number;
}

const purposeOf = ({ name }: SignedCookie) => `cookie ${name}`;

const attributes = ({ path, same_site }: SignedCookie, max_age_s: number, https: boolean) =>
  `Path=${path}; Max-Age=${max_age_s}; HttpOnly; SameSite=${same_site}${https ? '; Secure' : ''}`;

/** The header that sets the cookie: the value as JSON and a signature over it. `https` keeps it off plain connections. */
export function setSignedCookie(signatures: Signatures, cookie: SignedCookie, value: object, https: boolean): string {
  const json = Buffer.from(JSON.stringify(value));
  const signature = signatures.sign(purposeOf(cookie), json);
  const text = `${json.toString('base64url')}.${signature.toString('base64url')}`;
  return `${cookie.name}=${text}; ${attributes(cookie, cookie.max_age_s, https)}`;
}

/** The header that removes the cookie. */
export const clearSignedCookie = (cookie: SignedCookie, https: boolean): string =>
  `${cookie.name}=; ${attributes(cookie, 0, https)}`;

/**
 * The value of the cookie in a request's `cookie` header; null where it is missing or its signature is not ours. That
 * the browser forgets a cookie is no protection: a value that must end has its end inside.
 */
export function readSignedCookie(signatures: Signatures, cookie: SignedCookie, header: string | undefined): unknown {
  for (const pair of (header ?? '').split(';')) {
    const [name, text = ''] = pair.trim().split('=', 2);
    if (name !== cookie.name) continue;
    const [json, signature] = text.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (json && signature && signatures.fits(purposeOf(cookie), json, signature))
      return JSON.parse(json.toString('utf8'));
  }
  return null;
}

/** The parsed value of a cookie that has not ended; `ends` is in milliseconds since 1970. Null for any other. */
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
