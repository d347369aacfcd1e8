import type { CompletedMission, Dashboard, HistoryMission, OpenReward } from '#contract/dashboard.ts';
import { completionPercentage } from '#domain/completion.ts';
import { RECENTLY_COMPLETED } from '#domain/limits.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { CompletedRow } from './queries.ts';

const faceOf = ({ user_id, name, avatar_key }: CompletedRow['named'][number]) => ({
  user_id,
  name,
  avatar_url: avatarUrl(avatar_key),
});

function toCompletedMission(row: CompletedRow): CompletedMission {
  const { id, title, duration_days, completed_at, member_count, checkins_count } = row;
  return {
    id,
    title,
    points_earned: row.points,
    duration_days,
    completed_at,
    member_count,
    members: row.named.map(faceOf),
    checkins_count,
    completion_percentage: completionPercentage(row),
  };
}

function toHistoryMission(row: CompletedRow): HistoryMission {
  const { duration_days, description } = row;
  const stats = row.named.map(({ user_id, points, checkins_count }) => [
    user_id,
    { total_points: points, completion_percentage: completionPercentage({ checkins_count, duration_days }) },
  ]);
  return { ...toCompletedMission(row), description, completion_stats: Object.fromEntries(stats) };
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
export const toCompleted = (rows: CompletedRow[]): Completed => ({
  completed_missions: rows.slice(0, RECENTLY_COMPLETED).map(toCompletedMission),
  completed_missions_history: rows.map(toHistoryMission),
  completed_missions_count: rows[0]?.total ?? 0,
  open_rewards: rows.filter((row) => row.open_count > 0).map(toReward),
});
