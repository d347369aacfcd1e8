import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import type { OpenReward } from '#contract/dashboard.ts';
import { Section } from '#platform/web/kit/section.tsx';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';

/** The maximum number of names before the rest is counted. */
const NAMED = 3;

/** Returns the members with an open reward, the user first: 'You, Ana and 2 others'. */
export function waitingNames(
  t: ScreenTranslate,
  { earned_by, open_count }: Pick<OpenReward, 'earned_by' | 'open_count'>,
  meId: string,
): string {
  const isMe = (member: { user_id: string }) => member.user_id === meId;
  const ordered = [...earned_by.filter(isMe), ...earned_by.filter((member) => !isMe(member))];
  const [first = '', second = '', third = '', fourth] = ordered.map((member) =>
    isMe(member) ? t('app.common.you') : member.name,
  );
  // One more name is as short as '1 other'.
  if (open_count > NAMED + 1)
    return t('app.dashboard.rewards.more', { first, second, third, count: open_count - NAMED });
  if (fourth) return t('app.dashboard.rewards.four', { first, second, third, fourth });
  if (third) return t('app.dashboard.rewards.three', { first, second, third });
  return second ? t('app.dashboard.rewards.two', { first, second }) : first;
}

export function OpenRewards({
  rewards,
  meId,
  folds,
}: {
  rewards: readonly OpenReward[];
  meId: string;
  folds: boolean;
}) {
  const t = useT();
  return (
    <Section
      id="open-rewards"
      folds={folds}
      icon={<Gift className="size-6 text-rose" aria-hidden />}
      title={t('app.dashboard.rewards.heading')}
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
              <strong className="line-clamp-2 w-fit text-sm wrap-anywhere user-text">{reward.description}</strong>
              <span className="mt-0.5 block text-sm text-ink-2 wrap-anywhere">
                {t('app.dashboard.rewards.earned', { names: waitingNames(t, reward, meId) })}
              </span>
              <span className="block text-xs text-ink-2 wrap-anywhere user-line">{reward.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
