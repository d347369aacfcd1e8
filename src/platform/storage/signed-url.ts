/**
 * Signed photo URLs. `<img>` sends no bearer header and sessions have no cookies, so the URL authorizes, without a
 * query. Former members can open URLs that they have seen until these expire.
 */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '#platform/lib/durations.ts';
import type { Secrets } from '../keys/secret-key.ts';

export interface PhotoUrls {
  /** Returns the URLs of the photo in `folder` (`checkins/<uuid>`), constant all day; nulls for null. */
  of(folder: string | null, now: Date): { photo_url: string | null; photo_small_url: string | null };
  /** Returns when the signature for `key` expires, or null if it is wrong or has expired. */
  expiry(key: string, until: string, signature: string, now: Date): Date | null;
}

/**
 * Signs photo URLs that are valid for 24 to 48 hours, until the end of the next day in UTC. They stay constant all day,
 * so browsers can cache the picture (docs/rules.md#photos). The first secret signs, and all verify. `sizes` are the
 * names of the photo and its small version.
 */
export function photoUrls(sizes: readonly [number, number], ...secrets: Secrets): PhotoUrls {
  const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'emberkin photo addresses', 32));
  const current = deriveKey(secrets[0]);
  const keys = secrets.map(deriveKey);
  const sign = (key: Buffer, path: string, until: number) =>
    createHmac('sha256', key).update(`${until} ${path}`).digest();
  const address = (path: string, until: number) =>
    `/media/${path}?until=${until}&signature=${sign(current, path, until).toString('base64url')}`;
  return {
    of(folder, now) {
      if (folder === null) return { photo_url: null, photo_small_url: null };
      const until = Math.floor(now.getTime() / DAY_MS) + 2;
      const [photo_url, photo_small_url] = sizes.map((size) => address(`${folder}/${size}.webp`, until));
      return { photo_url: photo_url!, photo_small_url: photo_small_url! };
    },
    expiry(path, until, signature, now) {
      if (!/^\d{1,6}$/.test(until) || !/^[\w-]{43}$/.test(signature)) return null;
      const bytes = Buffer.from(signature, 'base64url');
      if (!keys.some((key) => timingSafeEqual(sign(key, path, Number(until)), bytes))) return null;
      const end = new Date(Number(until) * DAY_MS);
      return end > now ? end : null;
    },
  };
}
