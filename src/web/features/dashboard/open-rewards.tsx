import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import type { OpenReward } from '#contract/dashboard.ts';
import { Section } from '#web/ui/section.tsx';
import { waitingNames } from './reward-names.ts';

/** Prizes that were earned and not yet given: they stay until somebody marks them as done. */
export function OpenRewards({ rewards, meId }: { rewards: readonly OpenReward[]; meId: string }) {
  return (
    <Section
      id="open-rewards"
      title={
        <>
          <Gift className="size-6 text-rose" aria-hidden />
          Earned and still to come
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
              <span className="mt-0.5 block text-sm text-ink-2 wrap-anywhere">For: {waitingNames(reward, meId)}</span>
              <span className="block text-xs text-ink-2 wrap-anywhere">{reward.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
