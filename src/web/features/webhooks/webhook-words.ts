import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import type { DeliveryError, WebhookEvent } from '#domain/webhooks.ts';
import type { PlainKey, Translate } from '#messages/translate.ts';

/** What an event is called, as one chooses it and as the log lists it. */
export const EVENT_NAMES = {
  'checkin.created': 'app.webhooks.events.checkin_created',
  'checkin.deleted': 'app.webhooks.events.checkin_deleted',
  'comment.created': 'app.webhooks.events.comment_created',
  'reaction.created': 'app.webhooks.events.reaction_created',
  'member.joined': 'app.webhooks.events.member_joined',
  'member.left': 'app.webhooks.events.member_left',
  'mission.started': 'app.webhooks.events.mission_started',
  'mission.completed': 'app.webhooks.events.mission_completed',
  'nudge.received': 'app.webhooks.events.nudge_received',
  'streak.at_risk': 'app.webhooks.events.streak_at_risk',
} as const satisfies Record<WebhookEvent, PlainKey>;

/** The pill of a webhook: on, or why it is off. */
export const stateInWords = (t: Translate, { off_reason }: Pick<Webhook, 'off_reason'>): string => {
  switch (off_reason) {
    case null:
      return t('app.webhooks.state.on');
    case 'owner':
      return t('app.webhooks.state.off');
    case 'failing':
      return t('app.webhooks.state.failing');
    case 'gone':
      return t('app.webhooks.state.gone');
  }
};

export const DELIVERY_STATE = {
  pending: 'app.webhooks.log.pending',
  delivered: 'app.webhooks.log.delivered',
  failed: 'app.webhooks.log.failed',
} as const satisfies Record<WebhookDelivery['state'], PlainKey>;

const PROBLEMS = {
  timeout: 'app.webhooks.problem.timeout',
  unreachable: 'app.webhooks.problem.unreachable',
  tls: 'app.webhooks.problem.tls',
  redirect: 'app.webhooks.problem.redirect',
  gone: 'app.webhooks.problem.gone',
  too_many: 'app.webhooks.problem.too_many',
  secret: 'app.webhooks.problem.secret',
} as const satisfies Record<Exclude<DeliveryError, 'status'>, PlainKey>;

/** What came of a delivery so far, in a few words; null while nothing did. */
export function outcomeInWords(
  t: Translate,
  { state, error, response_status, duration_ms }: WebhookDelivery,
): string | null {
  // It was not even tried: the plan or the token had ended, or its user had turned the webhook off.
  if (state === 'failed' && error === null) return t('app.webhooks.log.given_up');
  if (error !== null && error !== 'status') return t(PROBLEMS[error]);
  if (response_status === null) return null;
  const status = String(response_status);
  return duration_ms === null
    ? t('app.webhooks.log.status', { status })
    : t('app.webhooks.log.status_in', { status, ms: String(duration_ms) });
}
