import type { Signatures } from '../../adapters/keys/signatures.ts';

/** What a link at the end of a mail ends. */
export type Subscription =
  | { kind: 'reminder'; user_id: string; mission_id: string }
  | { kind: 'digest'; user_id: string };

const CHECKIN = 'check-in link';
const REMINDER = 'end of a reminder';
const DIGEST = 'end of the digest';
const ID_BYTES = 16;
const SEAL_BYTES = 16;

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Ids and a seal in one word: 43 letters for one id, 64 for two (Limits: URL parameter). */
function sealed(signatures: Signatures, purpose: string, ...ids: string[]): string {
  const bytes = Buffer.concat(ids.map(bytesOf));
  return Buffer.concat([bytes, signatures.seal(purpose, bytes)]).toString('base64url');
}

/** The ids of a word that we sealed for this purpose, or null. */
function opened(signatures: Signatures, purpose: string, count: number, token: string): string[] | null {
  const length = count * ID_BYTES;
  // The decoder passes over what does not belong there; a link is one spelling and no other.
  if (token.length !== Math.ceil(((length + SEAL_BYTES) * 4) / 3) || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, length);
  if (!signatures.fits(purpose, ids, bytes.subarray(length))) return null;
  return Array.from({ length: count }, (_, at) => idOf(ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES)));
}

/** The path of the page with the confirming tap, for a reminder that went out. */
export const checkinPath = (signatures: Signatures, sendId: string): string =>
  `/one-tap/${sealed(signatures, CHECKIN, sendId)}`;

/** The id of the reminder that a link came with, or null when we did not make it. */
export const openCheckinLink = (signatures: Signatures, token: string): string | null =>
  opened(signatures, CHECKIN, 1, token)?.[0] ?? null;

/** The path that ends these mails: a page for people, and a form for mail programs (RFC 8058). */
export function unsubscribePath(signatures: Signatures, subscription: Subscription): string {
  const { kind, user_id } = subscription;
  const token =
    kind === 'reminder'
      ? sealed(signatures, REMINDER, user_id, subscription.mission_id)
      : sealed(signatures, DIGEST, user_id);
  return `/unsubscribe/${token}`;
}

/** What the link ends, or null when we did not make it. */
export function openUnsubscribeLink(signatures: Signatures, token: string): Subscription | null {
  const [user_id, mission_id] = opened(signatures, REMINDER, 2, token) ?? opened(signatures, DIGEST, 1, token) ?? [];
  if (!user_id) return null;
  return mission_id ? { kind: 'reminder', user_id, mission_id } : { kind: 'digest', user_id };
}

/** The headers by which mail programs offer to unsubscribe (RFC 8058). `url` begins with PUBLIC_URL. */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
