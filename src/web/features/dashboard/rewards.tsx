import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import type { OpenReward } from '#contract/dashboard.ts';
import { Section } from '#web/kit/section.tsx';

/** At most this many are named before the rest is counted. */
const NAMED = 3;

/** The members whose reward is still open, the user first: 'You, Ana and 2 others'. */
export function waitingNames({ earned_by, open_count }: Pick<OpenReward, 'earned_by' | 'open_count'>, meId: string) {
  const isMe = (member: { user_id: string }) => member.user_id === meId;
  const ordered = [...earned_by.filter(isMe), ...earned_by.filter((member) => !isMe(member))];
  const named = ordered.slice(0, open_count === NAMED + 1 ? NAMED + 1 : NAMED).map((m) => (isMe(m) ? 'You' : m.name));
  const others = open_count - named.length;
  const listed = others > 0 ? [...named, `${others} others`] : named;
  const last = listed.pop() ?? '';
  return listed.length > 0 ? `${listed.join(', ')} and ${last}` : last;
}

/** Rewards that were earned and are still open; each stays until somebody marks it as done. */
export function OpenRewards({ rewards, meId }: { rewards: readonly OpenReward[]; meId: string }) {
  return (
    <Section
      id="open-rewards"
      title={
        <>
          <Gift className="size-6 text-rose" aria-hidden />
          Rewards to hand over
        </>
      }
    >
      <ul className="grid gap-1">
        {rewards.map((reward) => (
          <li key={reward.mission_id}>
            <Link
              to="/mission/$missionId/completion"
              params={{ missionId: reward.mission_id }}
              hash="prize"
              className="-mx-2 block rounded-md p-2 hover:bg-sunk"
            >
              <strong className="line-clamp-2 text-sm wrap-anywhere">{reward.description}</strong>
              <span className="mt-0.5 block text-sm text-ink-2 wrap-anywhere">
                {waitingNames(reward, meId)} earned this
              </span>
              <span className="block text-xs text-ink-2 wrap-anywhere">{reward.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
