import { Link } from '@tanstack/react-router';
import { CreditCard, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/auth.ts';
import { FREE_ACTIVE_MISSIONS } from '#domain/limits.ts';
import { usePlans } from '#web/data/site.ts';
import { Star } from '#web/drawings/star.tsx';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { Section } from '#web/kit/section.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { fullDate, shortDate } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { planName, planOf, priceOf, unpaidText } from './plans.ts';
import { useCancelSubscription, usePortal, useRefreshSubscription } from './queries.ts';

interface CancelDialogProps {
  name: string;
  /** The last day of the period; null where the plan ends at once. */
  until: string | null;
  onClose: () => void;
}

/** Confirms the cancellation and says what stays. */
function CancelDialog({ name, until, onClose }: CancelDialogProps) {
  const { mutateAsync: cancel } = useCancelSubscription();
  const plans = usePlans();
  return (
    <ConfirmAction
      title="Cancel subscription?"
      confirm="Cancel subscription"
      danger
      busyLabel="Canceling..."
      cancel={`Keep ${name}`}
      action={() => cancel()}
      done={({ message }) => message}
      failed="Failed to cancel subscription"
      onClose={onClose}
    >
      <p>{until ? `You keep ${name} until ${until}. We won't charge you again.` : `${name} ends now.`}</p>
      <p className="mt-3">
        {plans
          ? `All your missions carry on. On Free you can start a new one while you're in fewer than ${FREE_ACTIVE_MISSIONS}.`
          : 'All your missions carry on, and you can start as many as you like.'}
      </p>
    </ConfirmAction>
  );
}

const PILLS = {
  active: ['done', 'Active'],
  cancel_at_period_end: ['open', 'Ending'],
  past_due: ['open', 'Payment due'],
  canceled: ['plain', 'Ended'],
} as const;
const TEXT_LINK =
  'min-h-11 w-full cursor-pointer rounded-sm text-sm font-semibold text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-rose';

function Facts({ me }: { me: User }) {
  const { subscription_plan: plan, subscription_start_date: start, subscription_period_end: end, timezone } = me;
  const renews = me.subscription_status === 'active' && end;
  const rows: [string, string][] = [
    ['Plan', plan ? `${planName(plan)}, ${priceOf(plan)}` : planName(planOf(me))],
    ...(start ? [['Started', shortDate(start, timezone)] as [string, string]] : []),
    ...(renews ? [['Renews', shortDate(renews, timezone)] as [string, string]] : []),
  ];
  return (
    <dl className="grid gap-2.5 text-sm text-ink-2">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt>{name}</dt>
          <dd className="text-end font-semibold text-ink tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="mt-4 rounded-md bg-star-soft p-3.5 text-sm text-star-ink">{children}</p>
);

/** Why and when the plan will end, if it will. */
function Ending({ me }: { me: User }) {
  const { subscription_status, subscription_ends_at, timezone } = me;
  if (!subscription_ends_at) return null;
  const plan = planOf(me);
  const until = fullDate(subscription_ends_at, timezone);
  if (subscription_status === 'past_due') return <Notice>{unpaidText(plan, until)}</Notice>;
  return <Notice>{`You keep ${planName(plan)} until ${until}. All your missions carry on after that.`}</Notice>;
}

/** Opens the provider's page of cards and invoices, and fetches the state of the subscription again. */
function Actions({ me, unpaid }: { me: User; unpaid: boolean }) {
  const refresh = useRefreshSubscription();
  const portal = usePortal();
  const openPortal = () =>
    portal.mutate(undefined, {
      onError: (error) => toast.error(detailOf(error, "We couldn't open your cards and invoices")),
    });
  const refreshStatus = () =>
    refresh.mutate(undefined, {
      onSuccess: () => toast.success('Subscription status is up to date'),
      onError: (error) => toast.error(detailOf(error, 'Failed to refresh subscription status')),
    });
  return (
    <div className="mt-5 grid gap-2.5">
      {me.subscription_plan && (
        <Button kind={unpaid ? 'night' : 'quiet'} size="sm" busy={portal.isPending} onClick={openPortal}>
          <CreditCard className="size-4.5" aria-hidden />
          {unpaid ? 'Update my card' : 'Cards and invoices'}
        </Button>
      )}
      <Button kind="quiet" size="sm" busy={refresh.isPending} busyLabel="Refreshing..." onClick={refreshStatus}>
        <RefreshCw className="size-4.5" aria-hidden />
        Refresh Status
      </Button>
    </div>
  );
}

/** The subscription of a paid user. A subscription that is ending already cannot be cancelled again. */
export function SubscriptionPanel({ me }: { me: User }) {
  const plans = usePlans();
  const [confirming, setConfirming] = useState(false);
  const { subscription_status, subscription_period_end, subscription_plan } = me;
  const [tone, label] = PILLS[subscription_status ?? 'active'];
  const unpaid = subscription_status === 'past_due';
  return (
    <Section
      id="subscription"
      title={
        <>
          <Star className="size-8" />
          Subscription Plan
        </>
      }
      aside={<Pill tone={tone}>{label}</Pill>}
      className="sm:p-6"
    >
      <Facts me={me} />
      <Ending me={me} />
      <Actions me={me} unpaid={unpaid} />
      {plans && subscription_plan && (
        <Link to="/pricing" className={`mt-2 grid place-items-center ${TEXT_LINK}`}>
          Change plan
        </Link>
      )}
      {subscription_plan && subscription_status !== 'cancel_at_period_end' && (
        <button type="button" className={TEXT_LINK} onClick={() => setConfirming(true)}>
          Cancel subscription
        </button>
      )}
      {confirming && (
        <CancelDialog
          name={planName(planOf(me))}
          until={unpaid || !subscription_period_end ? null : fullDate(subscription_period_end, me.timezone)}
          onClose={() => setConfirming(false)}
        />
      )}
    </Section>
  );
}
