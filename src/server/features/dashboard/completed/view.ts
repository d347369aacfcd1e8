import type { CompletedMission, Dashboard, HistoryMission, OpenReward } from '#contract/dashboard.ts';
import { completionPercentage } from '#domain/completion.ts';
import { RECENTLY_COMPLETED } from '#domain/limits.ts';
import { faceOf } from '../../../facts/users.ts';
import { canStartNext } from '../../missions/access.ts';
import type { CompletedRow, NamedMember } from './queries.ts';

/** A member's check-ins that count, and these plus the days that the member missed. */
export interface Progress {
  readonly counted: number;
  readonly planned: number;
}

export type ProgressOf = (mission: CompletedRow, member: NamedMember) => Progress;

const percentageOf = ({ counted, planned }: Progress) =>
  completionPercentage({ counted_checkins: counted, planned_days: planned });

function toCompletedMission(row: CompletedRow, viewerId: string, now: Date, progressOf: ProgressOf): CompletedMission {
  const { id, title, patch, duration_days, completed_at, member_count, checkins_count } = row;
  const own = progressOf(row, row.named.find(({ user_id }) => user_id === viewerId)!);
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
    counted_checkins: own.counted,
    planned_days: own.planned,
    completion_percentage: percentageOf(own),
    can_start_next: !row.has_next && canStartNext(row, viewerId, now),
  };
}

function toHistoryMission(row: CompletedRow, viewerId: string, now: Date, progressOf: ProgressOf): HistoryMission {
  // Without a ranking, a viewer sees only their own points and share.
  const shown = row.named.filter(({ user_id }) => row.board === 'stars' || user_id === viewerId);
  const stats = shown.map((member) => [
    member.user_id,
    { total_points: member.points, completion_percentage: percentageOf(progressOf(row, member)) },
  ]);
  const completion_stats = Object.fromEntries(stats);
  return { ...toCompletedMission(row, viewerId, now, progressOf), description: row.description, completion_stats };
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

export const toCompleted = (rows: CompletedRow[], viewerId: string, now: Date, progressOf: ProgressOf): Completed => ({
  completed_missions: rows
    .slice(0, RECENTLY_COMPLETED)
    .map((row) => toCompletedMission(row, viewerId, now, progressOf)),
  completed_missions_history: rows.map((row) => toHistoryMission(row, viewerId, now, progressOf)),
  completed_missions_count: rows[0]?.total ?? 0,
  open_rewards: rows.filter((row) => row.open_count > 0).map(toReward),
});
