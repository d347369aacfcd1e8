import type { CompletedMission, Dashboard, HistoryMission, OpenReward } from '#contract/dashboard.ts';
import { completionPercentage } from '#domain/completion.ts';
import { RECENTLY_COMPLETED } from '#domain/limits.ts';
import { tallyOf } from '../../../facts/due.ts';
import { faceOf } from '../../../facts/users.ts';
import { canStartNext } from '../../missions/access.ts';
import type { CompletedRow } from './queries.ts';

/** How much of the mission a member did, of what it asked that member for. */
function progressOf(row: CompletedRow, member: CompletedRow['named'][number], now: Date) {
  const tally = tallyOf(row, member, now);
  return { ...tally, percentage: completionPercentage(tally) };
}

function toCompletedMission(row: CompletedRow, viewerId: string, now: Date): CompletedMission {
  const { id, title, patch, duration_days, completed_at, member_count, checkins_count } = row;
  const own = progressOf(row, row.named.find(({ user_id }) => user_id === viewerId)!, now);
  return {
    id,
    title,
    patch,
    points_earned: row.points,
    duration_days,
    completed_at,
    member_count,
    members: row.named.map(faceOf),
    checkins_count,
    counted_checkins: own.counted_checkins,
    planned_days: own.planned_days,
    completion_percentage: own.percentage,
    can_start_next: !row.has_next && canStartNext(row, viewerId, now),
  };
}

function toHistoryMission(row: CompletedRow, viewerId: string, now: Date): HistoryMission {
  // Without a ranking nobody reads the points and the share of anybody else.
  const shown = row.named.filter(({ user_id }) => row.board === 'stars' || user_id === viewerId);
  const stats = shown.map((member) => [
    member.user_id,
    { total_points: member.points, completion_percentage: progressOf(row, member, now).percentage },
  ]);
  const completion_stats = Object.fromEntries(stats);
  return { ...toCompletedMission(row, viewerId, now), description: row.description, completion_stats };
}

const toReward = (row: CompletedRow): OpenReward => ({
  mission_id: row.id,
  title: row.title,
  description: row.reward_description!,
  open_count: row.open_count,
  earned_by: (row.waiting ?? []).map((member) => ({ ...faceOf(member), done: false })),
});

type Completed = Pick<
  Dashboard,
  'completed_missions' | 'completed_missions_history' | 'completed_missions_count' | 'open_rewards'
>;

/** Completed missions as the dashboard shows them, newest first. */
export const toCompleted = (rows: CompletedRow[], viewerId: string, now: Date): Completed => ({
  completed_missions: rows.slice(0, RECENTLY_COMPLETED).map((row) => toCompletedMission(row, viewerId, now)),
  completed_missions_history: rows.map((row) => toHistoryMission(row, viewerId, now)),
  completed_missions_count: rows[0]?.total ?? 0,
  open_rewards: rows.filter((row) => row.open_count > 0).map(toReward),
});
