import { Link } from '@tanstack/react-router';
import type { User } from '#contract/auth.ts';
import { fullDate } from '#web/lib/format.ts';
import { button } from '#web/ui/button.tsx';
import { planName, planOf } from './plans.ts';

/** On the dashboard, while a renewal waits for its payment: until when the plan stays, and the way to mend it. */
export function UnpaidNotice({ me }: { me: User }) {
  if (me.subscription_status !== 'past_due' || !me.subscription_ends_at) return null;
  return (
    <section
      aria-label="Payment failed"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-lg bg-star-soft px-5 py-4 text-star-ink"
    >
      <p className="min-w-0 max-sm:w-full">
        Your last payment did not go through. {planName(planOf(me))} stays until{' '}
        {fullDate(me.subscription_ends_at, me.timezone)}; a new card keeps it.
      </p>
      <Link to="/profile" className={button({ kind: 'night', size: 'sm', className: 'max-sm:w-full' })}>
        See your plan
      </Link>
    </section>
  );
}
