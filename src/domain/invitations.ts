import { DAY_MS } from '#platform/lib/durations.ts';
import { INVITATION_CODE_ALPHABET, INVITATION_CODE_LENGTH, INVITATION_DAYS } from './limits.ts';
import type { MissionState } from './missions.ts';

// Without the u flag, the i flag folds ASCII letters only.
const INVITATION_CODE = new RegExp(`^[${INVITATION_CODE_ALPHABET}]{${INVITATION_CODE_LENGTH}}$`, 'i');

const NOT_OF_CODE = new RegExp(`[^${INVITATION_CODE_ALPHABET}]`, 'gi');

/**
 * Normalizes a code for storage and comparison: upper case, without characters that no code has. People copy codes with
 * a period after them, or with hyphens and spaces.
 */
export const normalizeInvitationCode = (text: string): string => text.replace(NOT_OF_CODE, '').toUpperCase();

const INVITATION_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Finds the invitation's ID in the last part of its link, without the characters copied around it. */
export const findInvitationId = (text: string): string => INVITATION_ID.exec(text)?.[0] ?? text;

/** Returns true if `text` is an invitation code in either case, without other characters. */
export function isInvitationCode(text: string): boolean {
  return INVITATION_CODE.test(text);
}

/**
 * The stored statuses. `expired` is written only when a new invitation to the same address replaces the expired one.
 */
export const INVITATION_STATUSES = ['pending', 'accepted', 'declined', 'withdrawn', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export const INVITATION_SOURCES = ['email', 'round'] as const;
export type InvitationSource = (typeof INVITATION_SOURCES)[number];

/** Returns when an invitation sent at `sent` expires: 14 times 24 hours later. */
export function invitationExpiry(sent: Date): Date {
  return new Date(sent.getTime() + INVITATION_DAYS * DAY_MS);
}

/**
 * Returns what someone who opens an invitation finds. `processed`: it was accepted or declined, also after its expiry.
 * `gone`: it expired, was withdrawn, or its mission is over (docs/rules.md#invitations).
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
 * Normalizes an address so that limits count per mailbox. Drops `+tags`, and for Gmail also dots and the googlemail.com
 * alias. Expects lower case.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name, host] = [address.slice(0, at), address.slice(at + 1)];
  const plus = name.indexOf('+');
  const plain = plus > 0 ? name.slice(0, plus) : name;
  return DOTLESS_HOSTS.includes(host) ? `${plain.replaceAll('.', '')}@${DOTLESS_HOSTS[0]}` : `${plain}@${host}`;
}
