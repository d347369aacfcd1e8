import type { Completion, Reward } from '#contract/completion.ts';
import { hasArrived } from '#domain/amounts.ts';
import { type BadgeInput, hasStayed } from '#domain/badges.ts';
import { type Achievement, completionPercentage } from '#domain/completion.ts';
import { DELETED_NAME } from '#domain/deleted-name.ts';
import { membershipOf } from '#domain/life.ts';
import { lastDay } from '#domain/missions.ts';
import { rankOf } from '#domain/points.ts';
import { scheduleOf } from '#domain/schedule.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import type { MissionRow } from '../../facts/missions.ts';
import { faceOf } from '../../facts/users.ts';
import type { LifeStanding } from '../../life/public.ts';
import { sharePicturePath } from '../sharing/public.ts';
import { toBadges } from './badges/view.ts';
import { achievementOf, type FinisherRow } from './public.ts';
import type { OwnRow } from './queries.ts';

const shareText = (
  t: Translate,
  mission: MissionRow,
  { points, checkins_count, longest_streak }: Achievement,
): string =>
  t(mission.completed_at === null ? 'server.share.text.running' : 'server.share.text.completed', {
    mission: mission.title,
    points,
    checkins: checkins_count,
    streak: longest_streak,
  });

/**
 * Returns links to the share dialogs of networks. They link to the member's share page, because only members can see a
 * mission.
 */
function shareUrls(text: string, url: string): Completion['share_urls'] {
  const to = (page: string, query: Record<string, string>) => `${page}?${new URLSearchParams(query)}`;
  return {
    twitter: to('https://twitter.com/intent/tweet', { text, url }),
    linkedin: to('https://www.linkedin.com/sharing/share-offsite/', { url }),
    facebook: to('https://www.facebook.com/sharer/sharer.php', { u: url, quote: text }),
  };
}

/** Returns the reward of a completed mission, or null if there is none or it is not settled. */
export function toReward(mission: MissionRow, rows: FinisherRow[]): Reward | null {
  if (mission.completed_at === null || mission.reward_description === null) return null;
  const winners = rows.filter((row) => row.reward_earned);
  return {
    description: mission.reward_description,
    earned_by: winners.map((row) => ({ ...faceOf(row), done: row.reward_done })),
  };
}

export const toRoad = (
  { road_hundredths, road_name }: Pick<MissionRow, 'road_hundredths' | 'road_name'>,
  { own_hundredths, road_done }: Pick<OwnRow, 'own_hundredths' | 'road_done'>,
): Pick<BadgeInput, 'has_arrived' | 'road_name'> => ({
  has_arrived: hasArrived({ length: road_hundredths, done: road_done }, own_hundredths),
  road_name,
});

export function toCompletion(
  t: Translate,
  mission: MissionRow,
  rows: FinisherRow[],
  viewer: Pick<
    BadgeInput,
    'reactions_given' | 'most_reactions_given' | 'with_content_count' | 'has_arrived' | 'road_name'
  > & { id: string },
  days: LifeStanding,
  share: { public_url: string; path: string },
): Omit<Completion, 'can_start_next' | 'next_round'> {
  const own = rows.find((row) => row.user_id === viewer.id)!;
  const achievement = achievementOf(mission, own, days);
  const points = rows.map((row) => row.points);
  const ranking = { rank: mission.board === 'stars' ? rankOf(own.points, points) : null, member_count: rows.length };
  const text = shareText(t, mission, achievement);
  const share_url = share.public_url + share.path;
  return {
    is_completed: mission.completed_at !== null,
    completed_at: mission.completed_at,
    mission: {
      id: mission.id,
      title: mission.title,
      patch: mission.patch,
      round: mission.round,
      owner_id: mission.owner_id,
      owner_name: rows.find((row) => row.user_id === mission.owner_id)?.name ?? DELETED_NAME,
      last_day: lastDay(mission.first_day, mission.duration_days),
    },
    stats: {
      total_points: own.points,
      checkins_count: own.checkins_count,
      planned_days: achievement.planned_days,
      duration_days: mission.duration_days,
      streak_days: achievement.longest_streak,
      completion_percentage: completionPercentage(achievement),
    },
    ...ranking,
    badges:
      mission.completed_at === null
        ? []
        : toBadges(t, {
            ...viewer,
            ...achievement,
            ...ranking,
            schedule: scheduleOf(mission),
            has_stayed: hasStayed(membershipOf(days.life, mission.id)!, days.found.missions.get(mission.id)!),
          }),
    reward: toReward(mission, rows),
    share_text: text,
    share_urls: shareUrls(text, share_url),
    share_url,
    share_picture_url: sharePicturePath(share.path),
  };
}
