import { useQuery } from '@tanstack/react-query';
import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Mission } from '#contract/missions.ts';
import { useT } from '#platform/web/lib/language.ts';
import { streakQuery } from '#web/features/streaks/public.ts';
import { type MilestoneNews, milestoneNews } from './milestone-news.ts';

interface CreatedCheckin {
  mission: Mission;
  counted: number;
  receipt: CheckinReceipt | null;
}

export function useMilestone({ mission, counted, receipt }: CreatedCheckin): MilestoneNews | null {
  const t = useT();
  const comeback = receipt?.milestone?.kind === 'comeback';
  const { data } = useQuery({ ...streakQuery(mission.id), enabled: comeback });
  if (!receipt) return null;
  return milestoneNews(t, receipt.milestone, { counted, longest: data?.longest_streak ?? null });
}
