import * as z from 'zod/mini';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { WEBHOOK_TEST, type WebhookEvent } from '#domain/webhooks.ts';
import { described } from '#platform/contract/describe.ts';
import { Checkin, CheckinType } from './checkins.ts';
import { Day, Instant, nullableAmount, PersonName } from './fields.ts';
import { Mission } from './missions.ts';

const MissionTitle = z.pick(Mission, { id: true, title: true });
const MissionDays = z.pick(Mission, { id: true, title: true, first_day: true, last_day: true });
const Post = z.object({
  id: described(z.string(), 'The id of the check-in.'),
  user_id: described(z.string(), 'The id of its author.'),
});
const inMission = { mission: described(MissionTitle, 'The mission.') };
const byAuthor = { ...inMission, user: described(PersonName, 'Whose it is.') };
const underPost = { ...byAuthor, checkin: described(Post, 'The check-in under which it was written.') };

const NewCheckin = z.object({
  id: described(z.string(), 'The id of the check-in.'),
  type: described(CheckinType, 'A tick, words or a photo.'),
  content: described(z.string(), 'The words; empty for a tick.'),
  own_habit: Checkin.shape.own_habit,
  local_day: described(Day, "The day that it counts for, on the author's calendar."),
  points_earned: described(z.nullable(z.number()), 'The points; null for others where the mission has no ranking.'),
  amount: nullableAmount(
    'The amount of its day; null where nothing is counted, and for others on the board `together`.',
  ),
  unit: described(z.nullable(z.string()), 'What the amount counts; null without an amount.'),
  performed_at: described(Instant, 'When it was done.'),
  created_at: described(Instant, 'When it was recorded.'),
});
const DeletedCheckin = z.object({
  id: described(z.string(), 'The id that it had.'),
  local_day: described(Day, 'The day that can be checked in again.'),
});
const NewComment = z.object({
  id: described(z.string(), 'The id of the comment.'),
  parent_comment_id: described(
    z.nullable(z.string()),
    'The id of the comment that it replies to; null if it is no reply.',
  ),
  content: described(z.string(), 'The words.'),
  created_at: described(Instant, 'When it was written.'),
});
const NewReaction = z.object({ type: described(z.enum(REACTION_TYPES), 'Which reaction it is.') });
const TestedWebhook = z.object({
  id: described(z.string(), 'The id of the webhook.'),
  description: described(z.string(), 'What it is for; may be empty.'),
});

/** The `data` of each event that can be chosen, by its name, and when it occurs. */
export const WEBHOOK_DATA = {
  'checkin.created': described(
    z.object({ ...byAuthor, checkin: described(NewCheckin, 'The check-in.') }),
    'Someone, possibly you, checked in.',
  ),
  'checkin.deleted': described(
    z.object({ ...byAuthor, checkin: described(DeletedCheckin, 'The check-in that was undone.') }),
    'Someone, possibly you, undid a check-in.',
  ),
  'comment.created': described(
    z.object({ ...underPost, comment: described(NewComment, 'The comment.') }),
    'Someone, possibly you, commented.',
  ),
  'reaction.created': described(
    z.object({ ...underPost, reaction: described(NewReaction, 'The reaction.') }),
    'Someone, possibly you, reacted.',
  ),
  'member.joined': described(
    z.object({ ...inMission, user: described(PersonName, 'Who joined.') }),
    'Someone joined a mission.',
  ),
  'member.left': described(
    z.object({ ...inMission, user: described(PersonName, 'Who left, or was removed.') }),
    'Someone left a mission or was removed.',
  ),
  'mission.started': described(
    z.object({ mission: described(MissionDays, 'The mission.') }),
    'The first day of a mission began.',
  ),
  'mission.completed': described(
    z.object({ mission: described(MissionDays, 'The mission.') }),
    'A mission was completed.',
  ),
  'nudge.received': described(
    z.object({ ...inMission, user: described(PersonName, 'Who nudged you.') }),
    'Someone nudged you.',
  ),
  'streak.at_risk': described(
    z.object({
      streak_days: described(z.number(), 'Your streak, in days.'),
      rest_days: described(z.number(), 'Saves that are left; one would cover the day.'),
      day: described(Day, 'The day that is still due, on your calendar.'),
      missions: described(z.array(MissionTitle), 'The missions that need a check-in.'),
    }),
    'It is evening for you and a check-in is still needed.',
  ),
} satisfies Record<WebhookEvent, z.ZodMiniType>;
export type WebhookData<Event extends WebhookEvent> = z.output<(typeof WEBHOOK_DATA)[Event]>;

/** Builds the body that is posted for an event. */
const bodyOf = <Name extends string, Data extends z.ZodMiniType>(name: Name, data: Data) =>
  z.object({
    id: described(z.string(), 'The id of the event, as in `webhook-id`.'),
    type: described(z.literal(name), 'The name of the event.'),
    timestamp: described(Instant, 'When it happened. Deliveries can come in another order.'),
    data: described(data, 'What the event is about.'),
  });

/** The `data` of every posted event, including the test event. */
export const POSTED_DATA = {
  ...WEBHOOK_DATA,
  [WEBHOOK_TEST]: described(
    z.object({ webhook: described(TestedWebhook, 'The webhook that is tested.') }),
    'You asked for a test of this webhook. The event cannot be chosen, and comes all the same.',
  ),
};

/** The JSON body for a receiver, by the name of its event. */
export const WEBHOOK_BODIES = Object.fromEntries(
  Object.entries(POSTED_DATA).map(([name, data]) => [name, bodyOf(name, data)]),
) as unknown as Readonly<Record<WebhookEvent | typeof WEBHOOK_TEST, z.ZodMiniType>>;
