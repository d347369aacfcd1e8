import { DAY_MS } from './durations.ts';
import { INVITATION_DAYS } from './limits.ts';
import type { MissionState } from './missions.ts';

/** What became of an invitation. `expired` is written only when a new one to the same address takes its place. */
export const INVITATION_STATUSES = ['pending', 'accepted', 'declined', 'withdrawn', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** The instant from which an invitation sent at `sent` is no longer good: 14 times 24 hours later. Decisions 5. */
export function invitationExpiry(sent: Date): Date {
  return new Date(sent.getTime() + INVITATION_DAYS * DAY_MS);
}

/**
 * How an invitation to a mission in this state meets who opens it: `open`, `processed` once it was accepted or declined, else `gone`: expired,
 * taken back, or its mission over. What was answered stays processed after it would have expired. Decisions 5.
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
