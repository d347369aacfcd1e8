import { DURATION_MAX } from '#domain/limits.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Tx } from '#platform/db/open.ts';
import { bitOf, daysHold } from '../../../facts/checked-days.ts';
import { enqueuePushOfCheckin } from '../../notifications/public.ts';
import { insertRestDays, rebuildStreaks } from '../../streaks/public.ts';
import { enqueueListenedWebhook } from '../../webhooks/public.ts';
import { decideComebacks } from '../comebacks/commands.ts';
import type { DecidedCheckin } from './decide.ts';
import { readRank } from './read.ts';
import type { CheckinResult } from './view.ts';

const DAYS_HOLD = daysHold({ mission: 'm', member: 'mb' });

/** The bytes that hold a bit for each day of the longest mission. */
const DAY_BYTES = Math.ceil(DURATION_MAX / 8);
const NO_DAYS = `decode(repeat('00', ${DAY_BYTES}), 'hex')`;

/** The days of the member's check-ins in mission `m`, counted from the rows: the highest bit of a byte is its first day. */
const COUNTED_DAYS = `(
  select decode(string_agg(lpad(to_hex(substring(bits from at for 8)::bit(8)::int), 2, '0'), '' order by at), 'hex')
  from generate_series(1, ${DAY_BYTES * 8}, 8) at cross join (
    select bit_or(b'1'::bit(${DAY_BYTES * 8}) >> (c.local_day - m.first_day)) as bits from checkins c
    where c.mission_id = mb.mission_id and c.user_id = mb.user_id and c.local_day >= m.first_day
  ) counted
)`;

/** The days of member `mb` in mission `m` with day `day` added; where those that are stored do not hold, from the rows. */
const withCheckedDay = (day: string) => `set_bit(
  case when mb.checkins_count = 0 then ${NO_DAYS}
    when ${DAYS_HOLD} then mb.checked_days
    else coalesce(${COUNTED_DAYS}, ${NO_DAYS}) end,
  ${bitOf('m', day)}, 1)`;

/**
 * Inserts the check-in and updates the counters of the member and the user, in one statement; reminders that it answers
 * begin anew. It locks the user and the member until commit, so that a user's check-ins are counted one after the other,
 * and writes nothing if a row is no longer the version that was read: somebody else was faster. It never waits for the
 * mission; whoever must not miss a check-in locks the members and changes them (`markCompleted`).
 */
const INSERT = namedValues(
  `with unchanged as (
     select from users u join members mb on mb.user_id = u.id join missions m on m.id = mb.mission_id
     where u.id = :user_id and mb.mission_id = :mission_id and mb.left_at is null
       and u.xmin = :user_version::xid and mb.xmin = :member_version::xid and m.xmin = :mission_version::xid
     for no key update of u, mb
   ), created as (
     insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at,
       created_at, client_id, photo_key, photo_width, photo_height, photo_thumbhash, is_extra, is_late, is_comeback)
     select :id, :mission_id, :user_id, :type, :content, :points_earned, :local_day, :timezone, :performed_at,
       :created_at, :client_id, :photo_key, :photo_width, :photo_height, :photo_thumbhash, :is_extra, :is_late,
       :is_comeback from unchanged
     on conflict do nothing returning id
   ), member as (
     update members mb set points = mb.points + :points_earned, checkins_count = mb.checkins_count + 1,
       extra_checkins = mb.extra_checkins + :is_extra::boolean::int, streak_days = :member_streak_days,
       streak_last_day = :member_streak_last_day, longest_streak = :member_longest_streak,
       open_streak = :member_open_streak, checked_days_from = m.first_day,
       last_checkin_at = case when mb.streak_last_day is null or :local_day::date >= mb.streak_last_day then :created_at
         when ${DAYS_HOLD} then mb.last_checkin_at end,
       checked_days = ${withCheckedDay(':local_day::date')}
     from missions m
     where mb.mission_id = :mission_id and mb.user_id = :user_id and m.id = :mission_id
       and exists (select from created)
   ), account as (
     update users set points = points + :points_earned, streak_days = :user_streak_days,
       streak_last_day = :user_streak_last_day, longest_streak = :user_longest_streak, rest_days = :user_rest_days,
       open_streak = :user_open_streak
     where id = :user_id and exists (select from created)
   ), answered as (
     update reminders set unanswered = 0
     where mission_id = :mission_id and user_id = :user_id and unanswered > 0 and exists (select from created)
   )
   select id from created`,
);

/** Whether the row is all that there is to write, which is one statement. */
export const isOneStatement = ({ effects: { rebuild, rest_days, push, webhook } }: DecidedCheckin): boolean =>
  !(rebuild || push || webhook || rest_days.length > 0);

/**
 * Writes a check-in that was decided with all that it causes. Null when a row is no longer the version that was read; with
 * the user and the member locked before that, the mission was edited meanwhile.
 */
export async function writeCheckin(tx: Tx, { row, effects, receipt }: DecidedCheckin): Promise<CheckinResult | null> {
  const { id, mission_id, user_id } = row;
  const written = await tx.rows(...INSERT(row));
  if (written.length === 0) return null;
  tx.changed({ mission_id, checkin_id: id }, 'feed', 'notifications');
  if (effects.push) await enqueuePushOfCheckin(tx, id);
  if (effects.webhook) {
    const raised = { mission_id, actor_id: user_id, checkin_id: id };
    await enqueueListenedWebhook(tx, { event: 'checkin.created', ...raised }, row.created_at);
  }
  if (effects.rebuild) {
    await rebuildStreaks(tx, user_id);
    const is_comeback = await decideComebacks(tx, user_id, mission_id, row.local_day);
    return receipt(await readRank(tx, user_id, mission_id), is_comeback);
  }
  await insertRestDays(tx, user_id, effects.rest_days);
  return receipt();
}
