import type { Signatures } from '../../adapters/keys/signatures.ts';

/** The subscription that an unsubscribe link ends. */
export type Subscription =
  | { kind: 'reminder'; user_id: string; mission_id: string }
  | { kind: 'digest'; user_id: string };

const CHECKIN = 'check-in link';
const REMINDER = 'end of a reminder';
const DIGEST = 'end of the digest';
const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** A token of ids and a signature: 43 characters for one id, 64 for two. */
function signedToken(signatures: Signatures, purpose: string, ...ids: string[]): string {
  const bytes = Buffer.concat(ids.map(bytesOf));
  return Buffer.concat([bytes, signatures.sign(purpose, bytes)]).toString('base64url');
}

/** The ids of a token that was signed for this purpose; null for any other. */
function opened(signatures: Signatures, purpose: string, count: number, token: string): string[] | null {
  const length = count * ID_BYTES;
  // The decoder ignores invalid characters; a link has exactly one valid spelling.
  if (token.length !== Math.ceil(((length + SIGNATURE_BYTES) * 4) / 3) || !/^[\w-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, length);
  if (!signatures.fits(purpose, ids, bytes.subarray(length))) return null;
  return Array.from({ length: count }, (_, at) => idOf(ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES)));
}

/** The path of the page that confirms the check-in, for a reminder that was sent. */
export const checkinPath = (signatures: Signatures, sendId: string): string =>
  `/one-tap/${signedToken(signatures, CHECKIN, sendId)}`;

/** The id of the reminder in a check-in link; null when the signature is invalid. */
export const openCheckinLink = (signatures: Signatures, token: string): string | null =>
  opened(signatures, CHECKIN, 1, token)?.[0] ?? null;

/** The path that ends these mails: a page for people, and a form for mail programs (RFC 8058). */
export function unsubscribePath(signatures: Signatures, subscription: Subscription): string {
  const { kind, user_id } = subscription;
  const token =
    kind === 'reminder'
      ? signedToken(signatures, REMINDER, user_id, subscription.mission_id)
      : signedToken(signatures, DIGEST, user_id);
  return `/unsubscribe/${token}`;
}

/** The subscription that the link ends; null when the signature is invalid. */
export function openUnsubscribeLink(signatures: Signatures, token: string): Subscription | null {
  const [user_id, mission_id] = opened(signatures, REMINDER, 2, token) ?? opened(signatures, DIGEST, 1, token) ?? [];
  if (!user_id) return null;
  return mission_id ? { kind: 'reminder', user_id, mission_id } : { kind: 'digest', user_id };
}

/** The headers with which mail programs offer to unsubscribe (RFC 8058). `url` begins with PUBLIC_URL. */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
