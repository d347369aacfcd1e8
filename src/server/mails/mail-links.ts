import { mailboxOf } from '#domain/invitations.ts';
import type { Signatures } from '#platform/keys/signatures.ts';
import { bytesOf, idOf, openToken, signedToken } from '#platform/keys/signed-tokens.ts';

/**
 * What an unsubscribe link ends: the reminders of a mission, the weekly mail, or all invitations to an address, which
 * is known by its keyed hash alone.
 */
export type Subscription =
  | { kind: 'reminder'; user_id: string; mission_id: string }
  | { kind: 'digest'; user_id: string }
  | { kind: 'invitations'; address_hash: Buffer };

const CHECKIN = 'check-in link';
const REMINDER = 'end of a reminder';
const DIGEST = 'end of the digest';
const INVITATIONS = 'end of invitations';
const ADDRESS = 'address of a mail';

/**
 * The keyed hash (16 bytes) by which the mailbox of an address, in lower case, is stored where the address itself is not.
 * Without SECRET_KEY nobody can find out which addresses are meant by trying them.
 */
export const addressHash = (signatures: Signatures, address: string): Buffer =>
  signatures.sign(ADDRESS, Buffer.from(mailboxOf(address)));

/** The hashes under which an address may be stored, the one to store first: earlier rows have those of earlier keys. */
export const addressHashes = (signatures: Signatures, address: string): readonly Buffer[] =>
  signatures.signWithEach(ADDRESS, Buffer.from(mailboxOf(address)));

/** The path of the page that confirms the check-in, for a reminder that was sent. */
export const checkinPath = (signatures: Signatures, sendId: string): string =>
  `/one-tap/${signedToken(signatures, CHECKIN, bytesOf(sendId))}`;

/** The id of the reminder in a check-in link; null when the signature is invalid. */
export function openCheckinLink(signatures: Signatures, token: string): string | null {
  const [id] = openToken(signatures, CHECKIN, 1, token) ?? [];
  return id ? idOf(id) : null;
}

/** The path that ends these mails: a page for people, and a form for mail programs (RFC 8058). */
export const unsubscribePath = (signatures: Signatures, subscription: Subscription): string =>
  `/unsubscribe/${unsubscribeToken(signatures, subscription)}`;

function unsubscribeToken(signatures: Signatures, subscription: Subscription): string {
  switch (subscription.kind) {
    case 'reminder':
      return signedToken(signatures, REMINDER, bytesOf(subscription.user_id), bytesOf(subscription.mission_id));
    case 'digest':
      return signedToken(signatures, DIGEST, bytesOf(subscription.user_id));
    case 'invitations':
      return signedToken(signatures, INVITATIONS, subscription.address_hash);
  }
}

/** The subscription that the link ends; null when the signature is invalid. */
export function openUnsubscribeLink(signatures: Signatures, token: string): Subscription | null {
  const [user, mission] = openToken(signatures, REMINDER, 2, token) ?? [];
  if (user && mission) return { kind: 'reminder', user_id: idOf(user), mission_id: idOf(mission) };
  const [reader] = openToken(signatures, DIGEST, 1, token) ?? [];
  if (reader) return { kind: 'digest', user_id: idOf(reader) };
  const [address_hash] = openToken(signatures, INVITATIONS, 1, token) ?? [];
  return address_hash ? { kind: 'invitations', address_hash } : null;
}

/** The headers with which mail programs offer to unsubscribe (RFC 8058). `url` begins with PUBLIC_URL. */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
