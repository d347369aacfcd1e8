import * as z from 'zod/mini';
import { type Achievement, earnsReward, joinedInTime } from '#domain/completion.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { ownGoals } from '#domain/goals.ts';
import { awayTest, membershipOf, plannedDays } from '#domain/life.ts';
import { Bool, Id, Int, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { leaderboardOrder } from '../../facts/leaderboard.ts';
import type { MissionRow } from '../../facts/missions.ts';
import { PersonRow } from '../../facts/users.ts';
import { type LifeStanding, readLives, saveLater, standingAt } from '../../life/public.ts';
import { enqueueWebhook } from '../webhooks/public.ts';

const FinisherRow = z.extend(PersonRow, {
  points: Int,
  checkins_count: Int,
  reward_earned: Bool,
  reward_done: Bool,
});
export type FinisherRow = z.output<typeof FinisherRow>;

const LIST = `select mb.user_id, u.name, u.avatar_key, u.look, mb.points, mb.checkins_count, mb.reward_earned,
     mb.reward_done_at is not null as reward_done
   from members mb join users u on u.id = mb.user_id join missions m on m.id = mb.mission_id
   where mb.mission_id = $1 and mb.left_at is null order by ${leaderboardOrder({ mission: 'm', member: 'mb' })}`;

/** Lists the members of a completion in leaderboard order, or in order of joining without a ranking. */
export const listFinishers = (db: Queryable, missionId: string): Promise<FinisherRow[]> =>
  db.rows(FinisherRow, LIST, [missionId]);

type GoalMission = Pick<MissionRow, 'id' | 'level_goal' | 'streak_goal'>;

/** Returns what the completion rules need about a member. Expects the mission in the member's life. */
export function achievementOf(
  { id, level_goal, streak_goal }: GoalMission,
  { points, checkins_count }: Pick<FinisherRow, 'points' | 'checkins_count'>,
  { life, found }: LifeStanding,
): Achievement {
  const m = membershipOf(life, id)!;
  const { counted, missed, planned, longest } = found.missions.get(id)!;
  const goals = ownGoals(m, awayTest(life, found.today), { level: level_goal, streak: streak_goal });
  const trips = { away: life.away.filter(({ kind }) => kind === 'travel') };
  return {
    ...{ points, checkins_count },
    ...{ counted_checkins: counted, missed_days: missed, planned_days: planned, longest_streak: longest },
    mission_planned_days: plannedDays(m, awayTest(trips, found.today), m.first),
    joined_in_time: joinedInTime(m),
    has_smaller_goals: goals.level !== level_goal || goals.streak !== streak_goal,
    level_goal: goals.level,
    streak_goal: goals.streak,
  };
}

/** Lists the members who earn the reward of a completed mission. Expects that no check-in is in progress. */
async function listWinners(tx: Tx, mission: MissionRow, now: Date): Promise<string[]> {
  const members = await listFinishers(tx, mission.id);
  const lives = await readLives(
    tx,
    members.map(({ user_id }) => user_id),
  );
  return members
    .filter((row) => earnsReward(achievementOf(mission, row, standingAt(lives.get(row.user_id)!, now))))
    .map(({ user_id }) => user_id);
}

const ZoneRow = z.object({ user_id: Id, timezone: Text });

/** Lists members who might still check in: their last day or the morning after it is not over. */
async function listUnfinished(tx: Tx, { id, first_day, duration_days }: MissionRow, now: Date): Promise<string[]> {
  const members = await tx.rows(
    ZoneRow,
    `select mb.user_id, u.timezone from members mb join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.left_at is null`,
    [id],
  );
  const morningAfter = addDays(first_day, duration_days);
  return members.filter(({ timezone }) => dayOf(now, timezone) <= morningAfter).map(({ user_id }) => user_id);
}

/**
 * Completes the mission and settles who earned its reward. Every completion goes through here. Expects a lock on the
 * mission's row and that the mission is not completed.
 */
export async function markCompleted(tx: Tx, mission: MissionRow, now: Date): Promise<void> {
  // Wait for check-ins in progress. Check-ins that start after that read that the mission is completed.
  await tx.rows('select from members where mission_id = $1 order by user_id for no key update', [mission.id]);
  await tx.rows('update missions set is_active = false, completed_at = $2, owner_offer_id = null where id = $1', [
    mission.id,
    now,
  ]);
  await enqueueWebhook(tx, { event: 'mission.completed', mission_id: mission.id }, now);
  await saveLater(tx, await listUnfinished(tx, mission, now));
  if (mission.reward_description === null) return;
  await tx.rows('update members set reward_earned = (user_id = any($2)) where mission_id = $1', [
    mission.id,
    await listWinners(tx, mission, now),
  ]);
}
