import { DAY_MS } from '#platform/lib/durations.ts';
import { INVITATION_CODE_ALPHABET, INVITATION_CODE_LENGTH, INVITATION_DAYS } from './limits.ts';
import type { MissionState } from './missions.ts';

// Without the u flag the i flag folds ASCII letters only.
const INVITATION_CODE = new RegExp(`^[${INVITATION_CODE_ALPHABET}]{${INVITATION_CODE_LENGTH}}$`, 'i');

const NOT_OF_CODE = new RegExp(`[^${INVITATION_CODE_ALPHABET}]`, 'gi');

/**
 * Returns a code as it is stored and compared: in upper case, without any character that no code has. People copy codes
 * with a full stop behind them, and write hyphens and spaces into them.
 */
export const normalizeInvitationCode = (text: string): string => text.replace(NOT_OF_CODE, '').toUpperCase();

const INVITATION_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Returns the key of an invitation in the last part of its link, without what was copied around it. */
export const findInvitationId = (text: string): string => INVITATION_ID.exec(text)?.[0] ?? text;

/** Whether `text` has the shape of an invitation code, in either case and without other characters. */
export function isInvitationCode(text: string): boolean {
  return INVITATION_CODE.test(text);
}

/** The stored statuses. `expired` is written only when a new invitation to the same address replaces this one. */
export const INVITATION_STATUSES = ['pending', 'accepted', 'declined', 'withdrawn', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** How an invitation was made: by typing an address, or by starting the next round of a mission. */
export const INVITATION_SOURCES = ['email', 'round'] as const;
export type InvitationSource = (typeof INVITATION_SOURCES)[number];

/** The instant from which an invitation sent at `sent` is no longer valid: 14 times 24 hours later. */
export function invitationExpiry(sent: Date): Date {
  return new Date(sent.getTime() + INVITATION_DAYS * DAY_MS);
}

/**
 * What somebody who opens an invitation finds. `processed`: it was accepted or declined, and stays so after its expiry.
 * `gone`: it expired, was withdrawn, or its mission is over. Otherwise `open`. See docs/rules.md#invitations.
 */
export function invitationState(
  invitation: { status: InvitationStatus; expires_at: Date },
  mission: MissionState,
  now: Date,
): 'open' | 'processed' | 'gone' {
  if (invitation.status === 'accepted' || invitation.status === 'declined') return 'processed';
  const pending = invitation.status === 'pending' && now < invitation.expires_at;
  return pending && mission === 'active' ? 'open' : 'gone';
}

const DOTLESS_HOSTS = ['gmail.com', 'googlemail.com'];

/**
 * The address by which the mails to one mailbox are counted: many providers deliver `name+anything@` to `name@`, and Gmail
 * ignores dots and knows two names of itself. `address` is in lower case.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name, host] = [address.slice(0, at), address.slice(at + 1)];
  const plus = name.indexOf('+');
  const plain = plus > 0 ? name.slice(0, plus) : name;
  return DOTLESS_HOSTS.includes(host) ? `${plain.replaceAll('.', '')}@${DOTLESS_HOSTS[0]}` : `${plain}@${host}`;
}
