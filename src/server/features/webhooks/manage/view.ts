import type { Webhook } from '#contract/webhooks.ts';
import type { WebhookData } from '#contract/webhooks-events.ts';
import { fromHundredths } from '#domain/amounts.ts';
import { lastDay } from '#domain/missions.ts';
import type { WEBHOOK_TEST, WebhookEvent } from '#domain/webhooks.ts';
import type { EventCheckin, MissionFacts } from '../fan-out/queries.ts';
import type { WebhookRow } from './queries.ts';

export const toWebhook = ({ token_id, token_name, ...row }: WebhookRow): Webhook => ({
  ...row,
  created_by_token: token_id === null || token_name === null ? null : { id: token_id, name: token_name },
});

/** Returns the request body of an event. */
export const toBody = (event: {
  id: string;
  type: WebhookEvent | typeof WEBHOOK_TEST;
  at: string;
  data: unknown;
}): string => JSON.stringify({ id: event.id, type: event.type, timestamp: event.at, data: event.data });

export const toMissionRef = ({ id, title }: MissionFacts) => ({ id, title });

export const toMissionDays = ({ id, title, first_day, duration_days }: MissionFacts) => ({
  id,
  title,
  first_day,
  last_day: lastDay(first_day, duration_days),
});

/** Returns a check-in as the listener sees it: the board `together` hides the points of others. */
export const toCheckinData = (
  {
    id,
    type,
    content,
    own_habit,
    local_day,
    points_earned,
    amount_hundredths,
    performed_at,
    created_at,
    user_id,
  }: EventCheckin,
  mission: MissionFacts,
  listenerId: string,
): WebhookData<'checkin.created'>['checkin'] => {
  const isShown = mission.board === 'stars' || user_id === listenerId;
  return {
    id,
    type,
    content,
    own_habit,
    local_day,
    points_earned: isShown ? points_earned : null,
    amount: isShown && mission.unit !== null ? fromHundredths(amount_hundredths) : null,
    unit: isShown ? mission.unit : null,
    performed_at,
    created_at,
  };
};
