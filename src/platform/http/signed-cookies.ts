import type * as z from 'zod/mini';
import type { Signatures } from '#platform/keys/signatures.ts';

/** A cookie that holds something for the browser to bring back, readable by no script. */
export interface SignedCookie {
  readonly name: string;
  /** The path below which the browser sends it over plain http. */
  readonly path: string;
  readonly same_site: 'Lax' | 'Strict';
  readonly max_age_s: number;
}

const purposeOf = ({ name }: SignedCookie) => `cookie ${name}`;

/**
 * The browser takes a name with this prefix from this very host only, over https and for all paths (RFC 6265bis): another
 * subdomain cannot plant a cookie of its own under it.
 */
const HOST_PREFIX = '__Host-';

function format({ name, path, same_site }: SignedCookie, text: string, max_age_s: number, https: boolean): string {
  const attributes = `Max-Age=${max_age_s}; HttpOnly; SameSite=${same_site}`;
  return https
    ? `${HOST_PREFIX}${name}=${text}; Path=/; ${attributes}; Secure`
    : `${name}=${text}; Path=${path}; ${attributes}`;
}

/** The header that sets the cookie: the value as JSON and a signature over it. `https` keeps it off plain connections. */
export function setSignedCookie(signatures: Signatures, cookie: SignedCookie, value: object, https: boolean): string {
  const json = Buffer.from(JSON.stringify(value));
  const signature = signatures.sign(purposeOf(cookie), json);
  const text = `${json.toString('base64url')}.${signature.toString('base64url')}`;
  return format(cookie, text, cookie.max_age_s, https);
}

/** The header that removes the cookie. */
export const clearSignedCookie = (cookie: SignedCookie, https: boolean): string => format(cookie, '', 0, https);

/**
 * The value of the cookie in a request's `cookie` header; null where it is missing or its signature is not ours. That
 * the browser forgets a cookie is no protection: a value that must end has its end inside. The name without the prefix
 * counts only if there is none with it; release 1.0.0 used it over https too.
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
