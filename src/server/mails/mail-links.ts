import { mailboxOf } from '#domain/invitations.ts';
import type { Signatures } from '#platform/keys/signatures.ts';
import { bytesOf, idOf, openToken, signedToken } from '#platform/keys/signed-tokens.ts';

/**
 * What an unsubscribe link ends: reminders of a mission, the weekly email, or all invitations to an address. A keyed
 * hash identifies that address.
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
 * Returns the keyed hash (16 bytes) of an address's mailbox, which is stored instead of the address. Expects lower
 * case. Without SECRET_KEY, no one can find an address by guessing.
 */
export const addressHash = (signatures: Signatures, address: string): Buffer =>
  signatures.sign(ADDRESS, Buffer.from(mailboxOf(address)));

/**
 * Returns the hashes that can identify an address. The first one is for storing; earlier rows can contain hashes with
 * earlier keys.
 */
export const addressHashes = (signatures: Signatures, address: string): readonly Buffer[] =>
  signatures.signWithEach(ADDRESS, Buffer.from(mailboxOf(address)));

/** Returns the path of the page that confirms the check-in of a sent reminder. */
export const checkinPath = (signatures: Signatures, sendId: string): string =>
  `/one-tap/${signedToken(signatures, CHECKIN, bytesOf(sendId))}`;

/** Returns the reminder's ID in a check-in link, or null if the signature is invalid. */
export function openCheckinLink(signatures: Signatures, token: string): string | null {
  const [id] = openToken(signatures, CHECKIN, 1, token) ?? [];
  return id ? idOf(id) : null;
}

/** Returns the path to unsubscribe: a page for people and a form for mail programs (RFC 8058). */
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

/** Returns the subscription that the link ends, or null if the signature is invalid. */
export function openUnsubscribeLink(signatures: Signatures, token: string): Subscription | null {
  const [user, mission] = openToken(signatures, REMINDER, 2, token) ?? [];
  if (user && mission) return { kind: 'reminder', user_id: idOf(user), mission_id: idOf(mission) };
  const [reader] = openToken(signatures, DIGEST, 1, token) ?? [];
  if (reader) return { kind: 'digest', user_id: idOf(reader) };
  const [address_hash] = openToken(signatures, INVITATIONS, 1, token) ?? [];
  return address_hash ? { kind: 'invitations', address_hash } : null;
}

/** Returns the headers that let mail programs offer to unsubscribe (RFC 8058). `url` starts with PUBLIC_URL. */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
