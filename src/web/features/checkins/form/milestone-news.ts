import { useQuery } from '@tanstack/react-query';
import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { isLastOfAll } from '#web/features/members/public.ts';
import { streakQuery } from '#web/features/streaks/public.ts';
import { type MilestoneNews, milestoneNews } from './receipt-text.ts';

interface CreatedCheckin {
  mission: Mission;
  own: Member;
  counted: number;
  receipt: CheckinReceipt | null;
}

/** What was special about the check-in that this page has just made. */
export function useMilestone({ mission, own, counted, receipt }: CreatedCheckin): MilestoneNews | null {
  const comeback = receipt?.milestone?.kind === 'comeback';
  const { data } = useQuery({ ...streakQuery(mission.id), enabled: comeback });
  if (!receipt) return null;
  const longest = data?.longest_streak ?? null;
  return milestoneNews(receipt.milestone, { isLastOfAll: isLastOfAll(mission.members, own.user_id), counted, longest });
}
