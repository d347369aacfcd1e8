import { dayOf, type LocalDay, startOfMinute } from './days.ts';
import { STREAK_RISK_HOUR, WEBHOOK_TRIES } from './limits.ts';

export const WEBHOOK_EVENTS = [
  'checkin.created',
  'checkin.deleted',
  'comment.created',
  'reaction.created',
  'member.joined',
  'member.left',
  'mission.started',
  'mission.completed',
  'nudge.received',
  'streak.at_risk',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Returns true if a webhook for one mission receives the event. A streak belongs to all missions. */
export const isMissionEvent = (event: WebhookEvent): boolean => event !== 'streak.at_risk';

/** Returns the chosen events that a webhook can ever receive, for one mission or for all. */
export const deliverableEvents = (events: readonly WebhookEvent[], missionId: string | null): WebhookEvent[] =>
  missionId === null ? [...events] : events.filter(isMissionEvent);

/** Sent only on request; users cannot choose it. */
export const WEBHOOK_TEST = 'webhook.test' as const;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * The errors of a delivery, in our own words: a receiver cannot choose them. `unreachable` covers an unknown name, a
 * private address and a failed connection, so that nobody can scan the server's network with webhooks.
 */
export const DELIVERY_ERRORS = [
  'timeout',
  'unreachable',
  'tls',
  'redirect',
  'status',
  'gone',
  'too_many',
  'secret',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** Why a webhook is off: its user turned it off, its receiver no longer exists, or it failed for days. */
export const OFF_REASONS = ['owner', 'gone', 'failing'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

export interface Try {
  readonly error: DeliveryError | null;
  readonly attempts: number;
  readonly has_succeeded_since: boolean;
}

/** Decides the state of a delivery after an attempt, and whether its webhook turns off. */
export function judgeTry({ error, attempts, has_succeeded_since }: Try): {
  state: DeliveryState;
  off_reason: Exclude<OffReason, 'owner'> | null;
} {
  if (error === null) return { state: 'delivered', off_reason: null };
  if (error === 'gone') return { state: 'failed', off_reason: 'gone' };
  if (attempts < WEBHOOK_TRIES) return { state: 'pending', off_reason: null };
  return { state: 'failed', off_reason: has_succeeded_since ? null : 'failing' };
}

/** Returns the user's day if a streak is at risk, from 20:00, or null before that hour. */
export function dayAtRisk(now: Date, zone: string): LocalDay | null {
  const today = dayOf(now, zone);
  return now >= startOfMinute(today, STREAK_RISK_HOUR * 60, zone) ? today : null;
}
