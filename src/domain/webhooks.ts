import { dayOf, type LocalDay, startOfMinute } from './days.ts';
import { STREAK_RISK_HOUR, WEBHOOK_TRIES } from './limits.ts';

/** What webhooks are told of. See docs/rules.md#webhooks. */
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

/** Whether a webhook for one mission is told of the event. A streak is that of all missions together. */
export const isMissionEvent = (event: WebhookEvent): boolean => event !== 'streak.at_risk';

/** Of the chosen events those that a webhook can ever be told of, be it for one mission or for all. */
export const deliverableEvents = (events: readonly WebhookEvent[], missionId: string | null): WebhookEvent[] =>
  missionId === null ? [...events] : events.filter(isMissionEvent);

/** Sent only on request; it cannot be chosen. */
export const WEBHOOK_TEST = 'webhook.test' as const;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * What may go wrong with a delivery, in words of ours: a receiver chooses none of them. `unreachable` is one word for a
 * name that is not known, an address that is not public and a connection that fails, so that nobody can ask with webhooks
 * what there is in the server's network.
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

/** Why a webhook is off: its user turned it off, its receiver said that it is gone, or it did not answer for days. */
export const OFF_REASONS = ['owner', 'gone', 'failing'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

/** A try of a delivery. */
export interface Try {
  /** Null for success. */
  readonly error: DeliveryError | null;
  /** How many tries there were, this one included. */
  readonly attempts: number;
  /** Whether the webhook has taken anything since the delivery was written. */
  readonly has_succeeded_since: boolean;
}

/** What becomes of a delivery after a try, and whether its webhook goes off with it. */
export function judgeTry({ error, attempts, has_succeeded_since }: Try): {
  state: DeliveryState;
  off_reason: Exclude<OffReason, 'owner'> | null;
} {
  if (error === null) return { state: 'delivered', off_reason: null };
  if (error === 'gone') return { state: 'failed', off_reason: 'gone' };
  if (attempts < WEBHOOK_TRIES) return { state: 'pending', off_reason: null };
  return { state: 'failed', off_reason: has_succeeded_since ? null : 'failing' };
}

/** The user's own day once its streak is at risk, from 20:00 on; null before that hour. */
export function dayAtRisk(now: Date, zone: string): LocalDay | null {
  const today = dayOf(now, zone);
  return now >= startOfMinute(today, STREAK_RISK_HOUR * 60, zone) ? today : null;
}
