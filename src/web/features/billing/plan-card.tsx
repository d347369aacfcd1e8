import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { Button, button } from '#platform/web/kit/button.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { CARD_PLANS, cardWords, type OwnPlan, planName } from './plans.ts';

interface PlanCardProps {
  plan: OwnPlan;
  own: OwnPlan;
  /** Which plan's checkout is opening. */
  busy: 'this' | 'other' | null;
  /** The ID of the notice that explains why upgrades are closed, if they are. */
  closed?: string | undefined;
  onChoose: () => void;
}

/** One plan. PRO is the dark card; the user's own plan has no button. */
export function PlanCard(props: PlanCardProps) {
  const t = useT();
  const { plan } = props;
  const { price, per, save, lines } = cardWords(t)[plan];
  const night = plan === 'pro_monthly';
  return (
    <li
      className={cx(
        'relative isolate flex flex-col rounded-xl p-6 shadow-card sm:p-7',
        night ? 'bg-night text-on-night' : 'bg-card',
      )}
    >
      {night && (
        <span aria-hidden className="pointer-events-none absolute inset-2 -z-10 rounded-[24px] text-star stitch" />
      )}
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl font-extrabold">{planName(t, plan)}</h2>
        <span aria-hidden className="flex -space-x-1">
          {CARD_PLANS.slice(0, CARD_PLANS.indexOf(plan) + 1).map((flame) => (
            <Flame key={flame} className="h-9 w-auto" />
          ))}
        </span>
      </div>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <strong className="font-display text-3xl font-extrabold tabular">{price}</strong>
        {save && (
          <Pill tone="done" className="self-center">
            {save}
          </Pill>
        )}
        <span className={cx('w-full', night ? 'text-on-night-2' : 'text-ink-2')}>{per}</span>
      </p>
      <ul className={cx('mt-5 mb-7 grid gap-2.5 pt-5 seam', night ? 'text-on-night-2' : 'text-ink-2')}>
        {lines.map((line) => (
          <li key={line} className="flex items-start gap-2.5">
            <Check
              className={cx('mt-0.5 size-5 shrink-0', night ? 'text-star' : 'text-pine')}
              strokeWidth={3}
              aria-hidden
            />
            <span className={night ? 'text-on-night' : 'text-ink'}>{line}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto grid">
        <Choice {...props} />
      </div>
    </li>
  );
}

function Choice({ plan, own, busy, closed, onChoose }: PlanCardProps) {
  const t = useT();
  if (plan === own)
    return (
      <p className="grid min-h-12 place-items-center rounded-md bg-sunk font-bold text-ink-2">
        {t('app.billing.card.own')}
      </p>
    );
  if (plan === 'free')
    return (
      <Link to="/profile" className={button({ kind: 'quiet' })}>
        {t('app.billing.card.cancel')}
      </Link>
    );
  const words = own === 'premium_yearly' ? 'app.billing.card.switch_to' : 'app.billing.card.upgrade_to';
  return (
    <Button
      kind={plan === 'pro_monthly' ? 'flame' : 'quiet'}
      busy={busy === 'this'}
      busyLabel={t('app.billing.card.opening')}
      disabled={busy !== null || closed !== undefined}
      aria-describedby={closed}
      onClick={onChoose}
    >
      {t(words, { plan: planName(t, plan) })}
    </Button>
  );
}
