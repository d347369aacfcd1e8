import type { Signer } from '../../adapters/signer.ts';

/** What a link at the end of a mail ends. */
export type Subscription =
  | { kind: 'reminder'; user_id: string; mission_id: string }
  | { kind: 'digest'; user_id: string };

const CHECKIN = 'check-in link';
const UNSUBSCRIBE = 'unsubscribe link';

/** UUIDs without hyphens, so that two of them and a signature stay below 100 characters (Limits: URL parameter). */
const short = (id: string) => id.replaceAll('-', '');
const long = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The path of the page with the confirming tap, for a reminder that went out. */
export const checkinPath = (signer: Signer, sendId: string): string =>
  `/one-tap/${signer.sign(CHECKIN, short(sendId))}`;

/** The id of the reminder that a link came with, or null when we did not sign it. */
export function openCheckinLink(signer: Signer, token: string): string | null {
  const text = signer.open(CHECKIN, token);
  return text === null ? null : long(text);
}

/** The path that ends these mails: a page for people, and a form for mail programs (RFC 8058). */
export function unsubscribePath(signer: Signer, subscription: Subscription): string {
  const { kind, user_id } = subscription;
  const text = kind === 'reminder' ? `r${short(user_id)}${short(subscription.mission_id)}` : `d${short(user_id)}`;
  return `/unsubscribe/${signer.sign(UNSUBSCRIBE, text)}`;
}

/** What the link ends, or null when we did not sign it. */
export function openUnsubscribeLink(signer: Signer, token: string): Subscription | null {
  const text = signer.open(UNSUBSCRIBE, token);
  if (text === null) return null;
  const user_id = long(text.slice(1, 33));
  return text.startsWith('r')
    ? { kind: 'reminder', user_id, mission_id: long(text.slice(33)) }
    : { kind: 'digest', user_id };
}

/** The headers by which mail programs offer to unsubscribe (RFC 8058). `url` begins with PUBLIC_URL. */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
