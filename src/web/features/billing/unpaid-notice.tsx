import { Link } from '@tanstack/react-router';
import type { User } from '#contract/auth.ts';
import { button } from '#platform/web/kit/button.tsx';
import { fullDate } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { planOf, unpaidText } from './plans.ts';

/** Appears while a renewal's payment is overdue: when the plan ends, and where to change the card. */
export function UnpaidNotice({ me }: { me: User }) {
  const t = useT();
  if (me.subscription_status !== 'past_due' || !me.subscription_ends_at) return null;
  return (
    <section
      aria-label={t('app.billing.payment_due')}
      className="mt-6 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-lg bg-star-soft px-5 py-4 text-star-ink"
    >
      <p className="min-w-0 max-sm:w-full">
        {unpaidText(t, planOf(me), fullDate(me.subscription_ends_at, me.timezone))}
      </p>
      <Link to="/profile" className={button({ kind: 'night', size: 'sm', className: 'max-sm:w-full' })}>
        {t('app.billing.see_plan')}
      </Link>
    </section>
  );
}
