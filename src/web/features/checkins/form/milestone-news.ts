import { useQuery } from '@tanstack/react-query';
import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { isEveryoneIn } from '#web/features/members/public.ts';
import { streakQuery } from '#web/features/streaks/public.ts';
import { type MilestoneNews, milestoneNews } from './receipt-text.ts';

/** Whether everyone is in, and this check-in was the last one. */
function isLastOfAll({ members }: Mission, own: Member): boolean {
  const at = own.checked_in_at ?? '';
  return isEveryoneIn(members) && members.every(({ checked_in_at }) => (checked_in_at ?? '') <= at);
}

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
  return milestoneNews(receipt.milestone, { isLastOfAll: isLastOfAll(mission, own), counted, longest });
}
