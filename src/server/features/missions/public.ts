import * as z from 'zod/mini';
import type { SummaryAmounts } from '#contract/amounts.ts';
import type { OwnSchedule } from '#contract/missions.ts';
import { fromHundredths, fromHundredthsOrNull, hundredthsOn } from '#domain/amounts.ts';
import { addDays, dayText } from '#domain/days.ts';
import { ownGoals } from '#domain/goals.ts';
import { amountDay, awayTest } from '#domain/life.ts';
import { MISSION_MEMBERS_MAX, RUNNING_MISSIONS_MAX } from '#domain/limits.ts';
import { lastDay } from '#domain/missions.ts';
import { type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import { Bool, Id, Int } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { onlyRow, onlyValue } from '#platform/db/rows.ts';
import type { AmountsColumns, RecentAmounts } from '../../facts/amounts.ts';
import { Look } from '../../facts/fields.ts';
import { stateOf } from '../../facts/missions.ts';
import { previousOwnHabit } from '../../facts/own-habits.ts';
import { type LifeStanding, refreshStanding } from '../../life/public.ts';
import { settleLook } from '../../services/profile/public.ts';
import { archiveAskedDays } from '../streaks/archive/public.ts';
import { enqueueWebhook } from '../webhooks/public.ts';
import type { MemberMission, PermissionFacts } from './access.ts';

/**
 * SQL for the number of running missions of a user at an instant; both are SQL. Missions that have not started count
 * too.
 */
const runningCount = (userId: string, at: string) =>
  `select count(*) as count from members own join missions m on m.id = own.mission_id
   where own.user_id = ${userId} and own.left_at is null and m.is_active and m.end_date > ${at}`;

/** Counts the user's running missions. Expects a lock on the user's row, which keeps the count true until commit. */
export const countRunningMissions = (tx: Tx, userId: string, now: Date): Promise<number> =>
  onlyValue(tx, Int, runningCount('$1', '$2'), [userId, now]);

type AskedFacts = PermissionFacts & Pick<MemberMission, 'reminder_asked_at'> & { checkins_count: number };

/** Returns true if the page should offer a reminder: once, after a check-in, before the last day. */
export const asksForReminder = (facts: AskedFacts, today: string, now: Date): boolean =>
  facts.checkins_count > 0 &&
  facts.reminder_asked_at === null &&
  stateOf(facts, now) === 'active' &&
  today < lastDay(facts.first_day, facts.duration_days);

/** Returns what the mission requires of a member, for their own screens. Expects the membership in the life. */
export function toOwnSchedule(
  mission: ScheduleColumns & Pick<MemberMission, 'id' | 'level_goal' | 'streak_goal'>,
  { life, found }: LifeStanding,
): OwnSchedule {
  const own = found.missions.get(mission.id)!;
  const membership = life.memberships.find((one) => one.id === mission.id)!;
  const goals = { level: mission.level_goal, streak: mission.streak_goal };
  const { week } = own;
  return {
    schedule: scheduleOf(mission),
    counted_checkins: own.counted,
    planned_days: own.planned,
    due_today: own.due,
    needed_today: own.needed,
    needed_yesterday: own.open_yesterday,
    own_goals: ownGoals(membership, awayTest(life, found.today), goals),
    extra_today: own.extra,
    week: week && { from_day: dayText(week.from), to_day: dayText(week.to), done: week.done, target: week.target },
  };
}

/** The facts about a mission's amounts as a member sees them. */
export interface AmountsFacts extends AmountsColumns {
  readonly id: string;
  /** The member's own amounts of the last days; null if the mission counts nothing. */
  readonly amounts: z.output<typeof RecentAmounts>;
}

/** Returns what the mission counts, with the member's own amounts; null if it counts nothing. */
export function toAmounts(facts: AmountsFacts, { life, found }: LifeStanding, now: Date): SummaryAmounts | null {
  const { unit, amounts, counts_at, target_hundredths } = facts;
  if (unit === null || amounts === null) return null;
  const membership = life.memberships.find(({ id }) => id === facts.id)!;
  const yesterday = amountDay(life, membership, { now, at: now, yesterday: true });
  const amountOn = (day: number) => fromHundredths(hundredthsOn(amounts, dayText(day)));
  return {
    unit,
    target: fromHundredthsOrNull(target_hundredths),
    counts_at,
    today: amountOn(found.today),
    yesterday: typeof yesterday === 'number' ? amountOn(yesterday) : null,
  };
}

const SeatedRow = z.object({ user_id: Id, look: z.nullable(Look) });

const listSeated = (tx: Tx, missionId: string): Promise<z.output<typeof SeatedRow>[]> =>
  tx.rows(
    SeatedRow,
    `select mb.user_id, u.look from members mb join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.left_at is null`,
    [missionId],
  );

const JoiningRow = z.object({ is_member: Bool, count: Int, running: Int, is_newcomer: Bool });

/** Adds a member or revives a former one. Expects a lock on the mission's row. */
export async function insertMember(
  tx: Tx,
  member: { mission_id: string; user_id: string; joined_day: string },
  now: Date,
): Promise<'joined' | 'already_member' | 'mission_full' | 'too_many_missions'> {
  // The lock on the user's row enforces the number of missions, as it does when creating one.
  await tx.rows('select from users where id = $1 for no key update', [member.user_id]);
  const row = await onlyRow(
    tx,
    JoiningRow,
    `select count(*) as count, coalesce(bool_or(user_id = $2), false) as is_member,
       (${runningCount('$2', '$3')}) as running,
       not exists (select from members where user_id = $2) as is_newcomer
     from members where mission_id = $1 and left_at is null`,
    [member.mission_id, member.user_id, now],
  );
  if (row.is_member) return 'already_member';
  if (row.count >= MISSION_MEMBERS_MAX) return 'mission_full';
  if (row.running >= RUNNING_MISSIONS_MAX) return 'too_many_missions';
  const { mission_id, user_id, joined_day } = member;
  if (row.is_newcomer) await settleLook(tx, user_id, await listSeated(tx, mission_id));
  // Archives which days the mission required before the member left. From now on it requires days again.
  await archiveAskedDays(tx, { mission_id, user_id }, () => addDays(joined_day, -1), now);
  await tx.rows(
    `insert into members (mission_id, user_id, joined_at, joined_day, own_habit)
     select $1, $2, $3, $4, ${previousOwnHabit({ mission: 'm', user: '$2' })} from missions m where m.id = $1
     on conflict (mission_id, user_id) do update set left_at = null, left_day = null, removed_at = null,
       returned_at = excluded.joined_at, asks_from = excluded.joined_day, own_habit = excluded.own_habit`,
    [mission_id, user_id, now, joined_day],
  );
  await refreshStanding(tx, user_id, now);
  await enqueueWebhook(tx, { event: 'member.joined', mission_id, actor_id: user_id }, now);
  return 'joined';
}
