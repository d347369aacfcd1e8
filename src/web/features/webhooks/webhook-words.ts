import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import type { DeliveryError, WebhookEvent } from '#domain/webhooks.ts';

/** What an event is called, as one chooses it and as the log lists it. */
export const EVENT_NAMES: Record<WebhookEvent, string> = {
  'checkin.created': 'Check-ins',
  'checkin.deleted': 'Check-ins taken back',
  'comment.created': 'Comments',
  'reaction.created': 'Reactions',
  'member.joined': 'Someone joins',
  'member.left': 'Someone leaves',
  'mission.started': 'A mission starts',
  'mission.completed': 'A mission is completed',
  'nudge.received': 'Someone nudges you',
  'streak.at_risk': 'Your streak ends today',
};

/** The pill of a webhook: on, or why it is off. */
export const stateInWords = ({ off_reason }: Pick<Webhook, 'off_reason'>): string => {
  switch (off_reason) {
    case null:
      return 'On';
    case 'owner':
      return 'Off';
    case 'failing':
      return 'Off: no answer for 3 days';
    case 'gone':
      return 'Off: the receiver is gone';
  }
};

export const DELIVERY_STATE: Record<WebhookDelivery['state'], string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Not delivered',
};

const ERRORS: Record<Exclude<DeliveryError, 'status'>, string> = {
  timeout: 'No answer in time',
  unreachable: "We couldn't reach the host",
  tls: "The certificate isn't valid",
  redirect: "It redirects, and we don't follow that",
  gone: 'The receiver is gone',
  too_many: 'Too many were waiting',
  secret: "We can't read the secret any more. Get a new one.",
};

/** What came of a delivery so far, in a few words; null while nothing did. */
export function outcomeInWords({ state, error, response_status, duration_ms }: WebhookDelivery): string | null {
  // It was not even tried: the plan or the token had ended, or its user had turned the webhook off.
  if (state === 'failed' && error === null) return "Given up: the webhook was off or couldn't be used";
  if (error !== null && error !== 'status') return ERRORS[error];
  if (response_status === null) return null;
  return `Status ${response_status}${duration_ms === null ? '' : ` in ${duration_ms} ms`}`;
}
