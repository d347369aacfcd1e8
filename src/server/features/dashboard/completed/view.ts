import type { CompletedMission, Dashboard, HistoryMission, OpenReward } from '#contract/dashboard.ts';
import { completionPercentage } from '#domain/completion.ts';
import { RECENTLY_COMPLETED } from '#domain/limits.ts';
import { datedSchedule, plannedDays } from '#domain/schedule.ts';
import { faceOf } from '../../../adapters/storage/media-url.ts';
import { awayDays } from '../../../facts/excuses.ts';
import { canStartNext } from '../../missions/public.ts';
import type { CompletedRow } from './queries.ts';

/** How much of the mission a member did, of what it asked that member for. */
function progressOf(row: CompletedRow, userId: string, counted_checkins: number) {
  const member = row.named.find(({ user_id }) => user_id === userId);
  const own = member && { ...member, pauses: awayDays(member.excuses, member.timezone) };
  const planned_days = plannedDays(datedSchedule(row), own);
  return { counted_checkins, planned_days, percentage: completionPercentage({ counted_checkins, planned_days }) };
}

function toCompletedMission(row: CompletedRow, viewerId: string, now: Date): CompletedMission {
  const { id, title, patch, duration_days, completed_at, member_count, checkins_count } = row;
  const own = progressOf(row, viewerId, checkins_count - row.extra_checkins);
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
  const stats = shown.map(({ user_id, points, counted_checkins }) => [
    user_id,
    { total_points: points, completion_percentage: progressOf(row, user_id, counted_checkins).percentage },
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
