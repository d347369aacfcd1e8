import * as z from 'zod/mini';
import type { WebhookData } from '#contract/webhooks-events.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import type { WebhookEvent } from '#domain/webhooks.ts';
import { idFrom } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { planLimits } from '../../../services/billing/public.ts';
import { insertDelivery } from '../deliver/queries.ts';
import { toBody, toCheckinData, toMissionDays, toMissionRef } from '../manage/view.ts';
import { type PlannedTry, plannedTry } from '../plan/queries.ts';
import type { Subject } from '../subjects/queries.ts';
import * as queries from './queries.ts';

const id = z.string();
const inMission = { mission_id: id, actor_id: id };

/**
 * An event as the queue stores it: IDs, and what might be deleted before the job runs. The job reads all other data, so
 * it never sends what was hidden, removed or undone since.
 */
export const RaisedEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('checkin.created'), ...inMission, checkin_id: id }),
  z.object({
    event: z.literal('checkin.deleted'),
    ...inMission,
    checkin_id: id,
    local_day: z.string(),
    is_hidden: z.boolean(),
  }),
  z.object({ event: z.literal('comment.created'), ...inMission, checkin_id: id, comment_id: id }),
  z.object({ event: z.literal('reaction.created'), ...inMission, checkin_id: id, type: z.enum(REACTION_TYPES) }),
  z.object({ event: z.literal('member.joined'), ...inMission }),
  z.object({ event: z.literal('member.left'), ...inMission }),
  z.object({ event: z.literal('mission.started'), mission_id: id }),
  z.object({ event: z.literal('mission.completed'), mission_id: id }),
  z.object({ event: z.literal('nudge.received'), ...inMission, user_id: id }),
  z.object({
    event: z.literal('streak.at_risk'),
    user_id: id,
    streak_days: z.number(),
    rest_days: z.number(),
    day: z.string(),
    missions: z.array(z.object({ id, title: z.string() })),
  }),
]);
export type RaisedEvent = z.output<typeof RaisedEvent>;

/**
 * IDs of events that could be raised twice, such as a repeated reaction. The same event always has the same ID, so each
 * webhook receives it once. Several instances search for clock events.
 */
export const eventId = {
  reaction: ({ checkin_id, actor_id, type }: Extract<RaisedEvent, { event: 'reaction.created' }>): string =>
    idFrom(`reaction.created ${checkin_id} ${actor_id} ${type}`),
  start: (mission_id: string, first_day: string): string => idFrom(`mission.started ${mission_id} ${first_day}`),
  risk: (user_id: string, day: string): string => idFrom(`streak.at_risk ${user_id} ${day}`),
};

/** Returns the `data` of an event for a listener, or null if the listener may not see it. */
type DataFor = (listenerId: string) => WebhookData<WebhookEvent> | null;

/** Returns who receives an event, and its subject. An undone check-in has no row, so it is no subject. */
export const audienceOf = (raised: RaisedEvent): Subject & { user_id: string | null } => ({
  mission_id: 'mission_id' in raised ? raised.mission_id : null,
  actor_id: 'actor_id' in raised ? raised.actor_id : null,
  user_id: 'user_id' in raised ? raised.user_id : null,
  checkin_id: 'checkin_id' in raised && raised.event !== 'checkin.deleted' ? raised.checkin_id : null,
  comment_id: 'comment_id' in raised ? raised.comment_id : null,
});

/** Reads the data of an event about a check-in; null if the check-in or the addition was deleted. */
async function readPost(
  tx: Tx,
  raised: Extract<RaisedEvent, { event: 'checkin.created' | 'comment.created' | 'reaction.created' }>,
  about: { mission: queries.MissionFacts; user: { id: string; name: string } },
): Promise<DataFor | null> {
  const { mission, user } = about;
  // Before the check-in, in the order of other transactions.
  if (raised.event === 'checkin.created' && mission.habit === 'own')
    await queries.lockOwnHabit(tx, mission.id, raised.actor_id);
  const checkin = await queries.lockEventCheckin(tx, raised.checkin_id);
  if (!checkin) return null;
  const both = { mission: toMissionRef(mission), user };
  const post = { id: checkin.id, user_id: checkin.user_id };
  switch (raised.event) {
    case 'checkin.created':
      return (listenerId) => ({ ...both, checkin: toCheckinData(checkin, mission, listenerId) });
    case 'comment.created': {
      const comment = await queries.findComment(tx, raised.comment_id);
      return comment && (() => ({ ...both, checkin: post, comment }));
    }
    case 'reaction.created': {
      const { type, checkin_id, actor_id: user_id } = raised;
      if (!(await queries.hasReaction(tx, { checkin_id, user_id, type }))) return null;
      return () => ({ ...both, checkin: post, reaction: { type } });
    }
  }
}

/** Reads the data of an event for its listeners; null if its subject was deleted. */
async function readEvent(tx: Tx, raised: RaisedEvent): Promise<DataFor | null> {
  if (raised.event === 'streak.at_risk') {
    const { streak_days, rest_days, day, missions } = raised;
    return () => ({ streak_days, rest_days, day, missions });
  }
  const mission = await queries.findMission(tx, raised.mission_id);
  if (!mission) return null;
  if (raised.event === 'mission.started' || raised.event === 'mission.completed')
    return () => ({ mission: toMissionDays(mission) });
  const user = await queries.findPerson(tx, raised.actor_id);
  if (!user) return null;
  switch (raised.event) {
    case 'checkin.created':
    case 'comment.created':
    case 'reaction.created':
      return readPost(tx, raised, { mission, user });
    case 'checkin.deleted': {
      const checkin = { id: raised.checkin_id, local_day: raised.local_day };
      const data = { mission: toMissionRef(mission), user, checkin };
      // Only the author and the mission's owner can see a hidden check-in.
      return (listenerId) =>
        raised.is_hidden && listenerId !== raised.actor_id && listenerId !== mission.owner_id ? null : data;
    }
    case 'member.joined':
    case 'member.left':
    case 'nudge.received':
      return () => ({ mission: toMissionRef(mission), user });
  }
}

/** Writes the deliveries of an event and returns their first attempts. Safe to repeat: each webhook gets only one. */
export async function writeDeliveries(
  tx: Tx,
  { id, at, raised }: { id: string; at: string; raised: RaisedEvent },
  plans: boolean,
  now: Date,
): Promise<PlannedTry[]> {
  const dataFor = await readEvent(tx, raised);
  if (!dataFor) return [];
  const { user_id, ...subject } = audienceOf(raised);
  const tries: PlannedTry[] = [];
  for (const listener of await queries.lockListeners(tx, { event: raised.event, at, user_id, ...subject }, now)) {
    const data = planLimits(listener, now, plans).api_tokens ? dataFor(listener.user_id) : null;
    if (data === null) continue;
    const body = toBody({ id, type: raised.event, at, data });
    const delivery = await insertDelivery(
      tx,
      { webhook_id: listener.id, event_id: id, event: raised.event, body, ...subject },
      now,
    );
    const planned = delivery && plannedTry(delivery);
    if (planned) tries.push(planned);
  }
  return tries;
}
