import * as z from 'zod/mini';
import { BOARDS, HABITS } from '#domain/missions.ts';
import { CHECKIN_TYPES } from '#domain/points.ts';
import type { ReactionType } from '#domain/reactions.ts';
import type { WebhookEvent } from '#domain/webhooks.ts';
import { Bool, Day, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, anyRow, firstRow, onlyValue } from '#platform/db/rows.ts';
import { hundredthsSql } from '../../../facts/amounts.ts';
import { isListenerSuspended, listenerExists, listensTo } from '../../../facts/listeners.ts';
import { ownHabitOfAuthor } from '../../../facts/own-habits.ts';
import { PLAN_COLUMNS, PlanRow, tokenStands } from '../deliver/queries.ts';
import { canSee, type Subject } from '../subjects/queries.ts';

const HAS_LISTENER = listenerExists({ event: '$1', mission: '$2::uuid', actor: '$3::uuid' });
const IS_SUSPENDED = isListenerSuspended('w');

/** SQL: true if webhook `w` subscribes to event $1. */
const IS_LISTENING = listensTo({ webhook: 'w', event: '$1' });

/** Returns true if a webhook subscribes to an event of a mission. The actor, if there is one, counts too. */
export const hasMissionListener = (
  db: Queryable,
  event: WebhookEvent,
  missionId: string,
  actorId: string | null,
): Promise<boolean> => onlyValue(db, Bool, `select ${HAS_LISTENER} as found`, [event, missionId, actorId]);

/** Returns true if the user has a webhook for an event that only this user receives. */
export const hasUserListener = (db: Queryable, event: WebhookEvent, userId: string): Promise<boolean> =>
  anyRow(db, `select w.id from webhooks w where w.user_id = $2 and ${IS_LISTENING} and not ${IS_SUSPENDED} limit 1`, [
    event,
    userId,
  ]);

/** A webhook that receives an event, with the plan of its user. */
const ListenerRow = z.extend(PlanRow, { id: Id, user_id: Id });
type ListenerRow = z.output<typeof ListenerRow>;

/** The parts of an event that decide who receives it. */
export interface EventSubject extends Subject {
  event: WebhookEvent;
  at: string;
  /** The only user who receives it; null for the members of the mission. */
  user_id: string | null;
}

const SUBJECT = { mission_id: '$3::uuid', actor_id: '$4::uuid', checkin_id: '$7::uuid', comment_id: '$8::uuid' };

/**
 * Lists the webhooks that receive an event. Their users were members at that time, caused the event, or are its only
 * recipient. Each webhook is on, subscribes to the event and the mission, is older than the event and may see it. Locks
 * all webhooks of these users in one order, because pending deliveries count per user.
 */
export async function lockListeners(
  tx: Tx,
  { event, at, user_id, ...subject }: EventSubject,
  now: Date,
): Promise<ListenerRow[]> {
  const locked = await allValues(
    tx,
    Id,
    `select w.id from webhooks w where w.is_on and (w.user_id = $4::uuid or $4::uuid is null and w.user_id = any(array(
       select o.user_id from members o where o.mission_id = $2 and o.left_at is null
         and greatest(o.joined_at, o.returned_at) <= $1 union all select $3::uuid)))
     order by w.id for no key update`,
    [at, subject.mission_id, subject.actor_id, user_id],
  );
  return tx.rows(
    ListenerRow,
    `select w.id, w.user_id, ${PLAN_COLUMNS} from webhooks w join users u on u.id = w.user_id
     where w.id = any($5) and ${IS_LISTENING} and w.created_at <= $2
       and (w.mission_id is null or w.mission_id = $3::uuid) and u.suspended_at is null and u.deleted_at is null
       and ${tokenStands('$6')} and ${canSee('w.user_id', SUBJECT)}
     order by w.id`,
    [event, at, subject.mission_id, subject.actor_id, locked, now, subject.checkin_id, subject.comment_id],
  );
}

const MissionFacts = z.object({
  id: Id,
  title: Text,
  first_day: Day,
  duration_days: Int,
  owner_id: Id,
  board: z.enum(BOARDS),
  habit: z.enum(HABITS),
  unit: z.nullable(Text),
});
export type MissionFacts = z.output<typeof MissionFacts>;

export const findMission = (db: Queryable, id: string): Promise<MissionFacts | null> =>
  firstRow(
    db,
    MissionFacts,
    'select id, title, first_day, duration_days, owner_id, board, habit, unit from missions where id = $1',
    [id],
  );

const Person = z.object({ id: Id, name: Text });

export const findPerson = (db: Queryable, id: string): Promise<z.output<typeof Person> | null> =>
  firstRow(db, Person, 'select id, name from users where id = $1', [id]);

const EventCheckin = z.object({
  id: Id,
  user_id: Id,
  type: z.enum(CHECKIN_TYPES),
  content: Text,
  own_habit: z.nullable(Text),
  local_day: Day,
  points_earned: Int,
  amount_hundredths: Int,
  performed_at: Instant,
  created_at: Instant,
});
export type EventCheckin = z.output<typeof EventCheckin>;

/** Locks a member's own habit until commit. */
export async function lockOwnHabit(tx: Tx, missionId: string, userId: string): Promise<void> {
  await tx.rows('select from members where mission_id = $1 and user_id = $2 for share', [missionId, userId]);
}

/** Locks the check-in against edits, hiding and undoing until commit. */
export const lockEventCheckin = (tx: Tx, id: string): Promise<EventCheckin | null> =>
  firstRow(
    tx,
    EventCheckin,
    `select c.id, c.user_id, c.type, c.content, c.local_day, c.points_earned, c.performed_at, c.created_at,
       ${ownHabitOfAuthor({ mission: 'm', checkin: 'c' })} as own_habit, coalesce((
       select ${hundredthsSql('a.amount')} from day_amounts a where a.mission_id = c.mission_id
         and a.user_id = c.user_id and a.local_day = c.local_day), 0) as amount_hundredths
     from checkins c join missions m on m.id = c.mission_id where c.id = $1 for share of c`,
    [id],
  );

const EventComment = z.object({ id: Id, parent_comment_id: z.nullable(Id), content: Text, created_at: Instant });

/** Finds a comment that was not removed, and locks it against removal until commit. */
export const findComment = (tx: Tx, id: string): Promise<z.output<typeof EventComment> | null> =>
  firstRow(
    tx,
    EventComment,
    `select id, parent_id as parent_comment_id, content, created_at from comments where id = $1 and removed_at is null
     for share`,
    [id],
  );

export const hasReaction = (
  db: Queryable,
  reaction: { checkin_id: string; user_id: string; type: ReactionType },
): Promise<boolean> =>
  anyRow(db, 'select type from reactions where checkin_id = $1 and user_id = $2 and type = $3', [
    reaction.checkin_id,
    reaction.user_id,
    reaction.type,
  ]);
