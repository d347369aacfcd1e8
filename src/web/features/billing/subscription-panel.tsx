import { Link } from '@tanstack/react-router';
import { CreditCard, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/auth.ts';
import { FREE_ACTIVE_MISSIONS } from '#domain/limits.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { fullDate, shortDate } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePlans } from '#web/data/site.ts';
import { Star } from '#web/drawings/star.tsx';
import { planName, planOf, priceOf, unpaidText } from './plans.ts';
import { useCancelSubscription, usePortal, useRefreshSubscription } from './queries.ts';

interface CancelDialogProps {
  name: string;
  /** The last day of the period. It is null if the plan ends immediately. */
  until: string | null;
  onClose: () => void;
}

function CancelDialog({ name, until, onClose }: CancelDialogProps) {
  const t = useT();
  const { mutateAsync: cancel } = useCancelSubscription();
  const plans = usePlans();
  return (
    <ConfirmAction
      title={t('app.billing.cancel.title')}
      confirm={t('app.billing.cancel.confirm')}
      danger
      busyLabel={t('app.billing.cancel.canceling')}
      cancel={t('app.billing.cancel.keep', { plan: name })}
      action={() => cancel()}
      done={({ message }) => message}
      failed={t('app.billing.cancel.failed')}
      onClose={onClose}
    >
      <p>
        {until
          ? t('app.billing.cancel.until', { plan: name, day: until })
          : t('app.billing.cancel.now', { plan: name })}
      </p>
      <p className="mt-3">
        {plans
          ? t('app.billing.cancel.missions', { count: FREE_ACTIVE_MISSIONS })
          : t('app.billing.cancel.missions_free')}
      </p>
    </ConfirmAction>
  );
}

const PILLS = {
  active: ['done', 'app.billing.subscription.active'],
  cancel_at_period_end: ['open', 'app.billing.subscription.ending'],
  past_due: ['open', 'app.billing.payment_due'],
  canceled: ['plain', 'app.billing.subscription.ended'],
} as const;
const TEXT_LINK =
  'min-h-11 w-full cursor-pointer rounded-sm text-sm font-semibold text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-rose';

function Facts({ me }: { me: User }) {
  const t = useT();
  const { subscription_plan: plan, subscription_start_date: start, subscription_period_end: end, timezone } = me;
  const renews = me.subscription_status === 'active' && end;
  const rows: [string, string][] = [
    [
      t('app.billing.subscription.plan'),
      plan
        ? t('app.billing.subscription.plan_price', { plan: planName(t, plan), price: priceOf(t, plan) })
        : planName(t, planOf(me)),
    ],
    ...(start ? [[t('app.billing.subscription.started'), shortDate(start, timezone)] as [string, string]] : []),
    ...(renews ? [[t('app.billing.subscription.renews'), shortDate(renews, timezone)] as [string, string]] : []),
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

function Ending({ me }: { me: User }) {
  const t = useT();
  const { subscription_status, subscription_ends_at, timezone } = me;
  if (!subscription_ends_at) return null;
  const plan = planOf(me);
  const day = fullDate(subscription_ends_at, timezone);
  if (subscription_status === 'past_due') return <Notice>{unpaidText(t, plan, day)}</Notice>;
  return <Notice>{t('app.billing.subscription.keep_until', { plan: planName(t, plan), day })}</Notice>;
}

function Actions({ me, unpaid }: { me: User; unpaid: boolean }) {
  const t = useT();
  const refresh = useRefreshSubscription();
  const portal = usePortal();
  const openPortal = () =>
    portal.mutate(undefined, {
      onError: (error) => toast.failure(error, t('app.billing.subscription.portal_failed')),
    });
  const refreshStatus = () =>
    refresh.mutate(undefined, {
      onSuccess: () => toast.success(t('app.billing.subscription.refreshed')),
      onError: (error) => toast.failure(error, t('app.billing.subscription.not_refreshed')),
    });
  return (
    <div className="mt-5 grid gap-2.5">
      {me.subscription_plan && (
        <Button kind={unpaid ? 'night' : 'quiet'} size="sm" busy={portal.isPending} onClick={openPortal}>
          <CreditCard className="size-4.5" aria-hidden />
          {t(unpaid ? 'app.billing.subscription.update_card' : 'app.billing.subscription.portal')}
        </Button>
      )}
      <Button
        kind="quiet"
        size="sm"
        busy={refresh.isPending}
        busyLabel={t('app.billing.subscription.refreshing')}
        onClick={refreshStatus}
      >
        <RefreshCw className="size-4.5" aria-hidden />
        {t('app.billing.subscription.refresh')}
      </Button>
    </div>
  );
}

/** A paid user's subscription. One that is already ending cannot be canceled again. */
export function SubscriptionPanel({ me }: { me: User }) {
  const t = useT();
  const plans = usePlans();
  const [confirming, setConfirming] = useState(false);
  const { subscription_status, subscription_period_end, subscription_plan } = me;
  const [tone, label] = PILLS[subscription_status ?? 'active'];
  const unpaid = subscription_status === 'past_due';
  return (
    <Section
      id="subscription"
      icon={<Star className="size-8" />}
      title={t('app.billing.subscription.title')}
      aside={<Pill tone={tone}>{t(label)}</Pill>}
      className="sm:p-6"
    >
      <Facts me={me} />
      <Ending me={me} />
      <Actions me={me} unpaid={unpaid} />
      {plans && subscription_plan && (
        <Link to="/pricing" className={`mt-2 grid place-items-center ${TEXT_LINK}`}>
          {t('app.billing.subscription.change')}
        </Link>
      )}
      {subscription_plan && subscription_status !== 'cancel_at_period_end' && (
        <button type="button" className={TEXT_LINK} onClick={() => setConfirming(true)}>
          {t('app.billing.cancel.confirm')}
        </button>
      )}
      {confirming && (
        <CancelDialog
          name={planName(t, planOf(me))}
          until={unpaid || !subscription_period_end ? null : fullDate(subscription_period_end, me.timezone)}
          onClose={() => setConfirming(false)}
        />
      )}
    </Section>
  );
}
