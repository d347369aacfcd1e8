import { useLocation } from '@tanstack/react-router';
import { Check, Gift } from 'lucide-react';
import { useEffect } from 'react';
import type { Reward } from '#contract/completion.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { useFirstRows } from '#platform/web/kit/use-first-rows.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { useSettleReward } from './queries.ts';

type Winner = Reward['earned_by'][number];
interface RewardCardProps {
  missionId: string;
  reward: Reward;
  meId: string;
}

function WinnerRow({ missionId, winner, mine }: { missionId: string; winner: Winner; mine: boolean }) {
  const t = useT();
  const { mutate, isPending } = useSettleReward(missionId);
  const { user_id, name, avatar_url, look, done } = winner;
  const markLabel = mine ? t('app.completion.reward.mark_own') : t('app.completion.reward.mark_of', { name });
  const reopenLabel = mine ? t('app.completion.reward.reopen_own') : t('app.completion.reward.reopen_of', { name });
  const settle = () =>
    mutate({ user_id, done: !done }, { onError: (error) => toast.failure(error, t('app.completion.reward.failed')) });
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar name={name} look={look} url={avatar_url} size={36} decorative />
      <span className="flex min-w-0 grow basis-32 items-center gap-2">
        <strong className="truncate text-sm" title={name}>
          {mine ? t('app.common.you') : name}
        </strong>
        {done && (
          <Pill tone="done" icon={<Check aria-hidden strokeWidth={3} />}>
            {t('app.completion.reward.done')}
          </Pill>
        )}
      </span>
      <Button
        kind={done ? 'bare' : 'quiet'}
        size="sm"
        busy={isPending}
        busyLabel={t('start.common.saving')}
        aria-label={done ? reopenLabel : markLabel}
        onClick={settle}
      >
        {t(done ? 'app.completion.reward.reopen' : 'app.completion.reward.mark')}
      </Button>
    </li>
  );
}

export function RewardCard({ missionId, reward, meId }: RewardCardProps) {
  const t = useT();
  const { hash } = useLocation();
  useEffect(() => {
    // The router tried to scroll here before the data had loaded.
    if (hash === 'prize') document.getElementById('prize')?.scrollIntoView({ block: 'center' });
  }, [hash]);
  const { shown, button } = useFirstRows(reward.earned_by, ({ user_id }) => user_id === meId);
  return (
    <Section
      id="prize"
      icon={<Gift className="size-6 text-rose" aria-hidden />}
      title={t('app.completion.reward.heading')}
      lead={
        <span className="block text-base text-ink wrap-anywhere whitespace-pre-line user-text">
          {reward.description}
        </span>
      }
      className="sm:p-7"
    >
      {reward.earned_by.length === 0 ? (
        <p className="text-sm text-ink-2">{t('app.completion.reward.nobody')}</p>
      ) : (
        <>
          <h3 className="mb-3 text-sm font-semibold text-ink-2">{t('app.completion.reward.earned_by')}</h3>
          <ul className="grid gap-3">
            {shown.map((winner) => (
              <WinnerRow key={winner.user_id} {...{ missionId, winner }} mine={winner.user_id === meId} />
            ))}
          </ul>
          {button}
        </>
      )}
    </Section>
  );
}
