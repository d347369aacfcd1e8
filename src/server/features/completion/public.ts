import { type Achievement, earnsReward, joinedInTime } from '#domain/completion.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { ownGoals } from '#domain/goals.ts';
import { datedSchedule, plannedDays } from '#domain/schedule.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { checkedDaysColumn } from '../../facts/checked-days.ts';
import { tallyOf } from '../../facts/due.ts';
import { awayDays, type Excuses, missionExcuses, travelDays } from '../../facts/excuses.ts';
import { leaderboardOrder } from '../../facts/leaderboard.ts';
import type { MissionRow } from '../../facts/missions.ts';
import type { PersonRow } from '../../facts/users.ts';
import { saveLater } from '../../life/public.ts';
import { enqueueWebhook } from '../webhooks/public.ts';

const MISSION_EXCUSES = missionExcuses({ mission: 'm', user: 'u' });
const ORDER = leaderboardOrder({ mission: 'm', member: 'mb' });

export interface FinisherRow extends PersonRow {
  points: number;
  checkins_count: number;
  /** As `checkedDaysColumn` says. */
  days: string | null;
  joined_day: string;
  timezone: string;
  excuses: Excuses;
  longest_streak: number;
  reward_earned: boolean;
  reward_done: boolean;
}

/** The members as a completion counts them, in the order of the leaderboard, or of joining where there is no ranking. */
export const listFinishers = (db: Queryable, missionId: string): Promise<FinisherRow[]> =>
  db.rows(
    `select mb.user_id, u.name, u.avatar_key, u.look, mb.points, mb.checkins_count, mb.longest_streak,
       ${checkedDaysColumn({ mission: 'm', member: 'mb' })},
       mb.reward_earned, mb.reward_done_at is not null as reward_done,
       mb.joined_day, u.timezone, ${MISSION_EXCUSES}
     from members mb join users u on u.id = mb.user_id join missions m on m.id = mb.mission_id where mb.mission_id = $1 and mb.left_at is null
     order by ${ORDER}`,
    [missionId],
  );

/** What the rules of a completion look at, of one member. */
export function achievementOf(mission: MissionRow, row: FinisherRow, now: Date): Achievement {
  const dated = datedSchedule(mission);
  const member = { joined_day: row.joined_day, pauses: awayDays(row.excuses, row.timezone) };
  const goals = ownGoals(dated, member, { level: mission.level_goal, streak: mission.streak_goal });
  return {
    ...row,
    ...tallyOf(mission, row, now),
    mission_planned_days: plannedDays(dated, { pauses: travelDays(row.excuses, row.timezone) }),
    joined_in_time: joinedInTime(dated, row.joined_day),
    has_smaller_goals: goals.level !== mission.level_goal || goals.streak !== mission.streak_goal,
    level_goal: goals.level,
    streak_goal: goals.streak,
  };
}

/** The members whose last day in the mission, or the morning on which it can still be checked in, is not over. */
async function listUnfinished(tx: Tx, { id, first_day, duration_days }: MissionRow, now: Date): Promise<string[]> {
  const members = await tx.rows<{ user_id: string; timezone: string }>(
    `select mb.user_id, u.timezone from members mb join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.left_at is null`,
    [id],
  );
  const morningAfter = addDays(first_day, duration_days);
  return members.filter(({ timezone }) => dayOf(now, timezone) <= morningAfter).map(({ user_id }) => user_id);
}

/**
 * Completes the mission and settles who earned its reward; the only way in which a mission ever completes. The caller
 * has locked the mission's row and made sure that it is not completed.
 */
export async function markCompleted(tx: Tx, mission: MissionRow, now: Date): Promise<void> {
  // Waits for check-ins that are being recorded at this moment; later ones read that the mission is completed.
  await tx.rows('select from members where mission_id = $1 order by user_id for no key update', [mission.id]);
  await tx.rows('update missions set is_active = false, completed_at = $2, owner_offer_id = null where id = $1', [
    mission.id,
    now,
  ]);
  await enqueueWebhook(tx, { event: 'mission.completed', mission_id: mission.id }, now);
  await saveLater(tx, await listUnfinished(tx, mission, now));
  if (mission.reward_description === null) return;
  const completed = { ...mission, completed_at: now.toISOString() };
  const winners = (await listFinishers(tx, mission.id)).filter((member) =>
    earnsReward(achievementOf(completed, member, now)),
  );
  await tx.rows('update members set reward_earned = (user_id = any($2)) where mission_id = $1', [
    mission.id,
    winners.map((member) => member.user_id),
  ]);
}
