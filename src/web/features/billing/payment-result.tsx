import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { PlanType } from '#domain/billing.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import { getT, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { meQuery } from '#web/data/me.ts';
import * as keys from '#web/data/query-keys.ts';
import { Campfire } from '#web/drawings/campfire.tsx';
import { Spinner } from '#web/drawings/spinner.tsx';
import { SignpostPage } from '#web/features/site/public.ts';
import { planName } from './plans.ts';
import { fetchPaymentStatus } from './queries.ts';

/** At most 10 polls, 2 s apart (docs/rules.md#payments). */
const POLLS = 10;
const POLL_MS = 2000;

type Verification =
  | { readonly state: 'checking' | 'error' | 'expired' | 'timeout' }
  | { readonly state: 'success'; readonly plan: PlanType };

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function verify(sessionId: string, signal: AbortSignal): Promise<Verification> {
  for (let poll = 0; poll < POLLS && !signal.aborted; poll++) {
    const { payment_status, status, plan_type } = await fetchPaymentStatus(sessionId, signal);
    if (payment_status === 'paid') return { state: 'success', plan: plan_type };
    if (payment_status === 'refunded') return { state: 'error' };
    if (status === 'expired') return { state: 'expired' };
    await pause(POLL_MS, signal);
  }
  return { state: 'timeout' };
}

/** Polls until the payment is settled; `again` starts over. */
export function useVerification(sessionId: string | undefined): Verification & { again: () => void } {
  const client = useQueryClient();
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: keys.verification(sessionId),
    queryFn: async ({ signal }) => {
      const result = await verify(sessionId!, signal);
      // Fetch the user first, so the header shows the new plan together with the page.
      if (result.state === 'success') await client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
      return result;
    },
    enabled: sessionId !== undefined,
    // The result stays until the user checks again, and is dropped with the page.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
  const again = () => void refetch();
  if (sessionId === undefined) return { state: 'error', again };
  if (isFetching) return { state: 'checking', again };
  return isError || !data ? { state: 'error', again } : { ...data, again };
}

interface ClosedProps {
  title: string;
  /** Checks the payment again. If missing, the main button returns to the plans. */
  onAgain?: (() => void) | undefined;
  children: ReactNode;
}

function Closed({ title, onAgain, children }: ClosedProps) {
  const t = useT();
  return (
    <SignpostPage
      title={title}
      action={
        <div className="grid gap-3">
          {onAgain && <Button onClick={onAgain}>{t('app.billing.payment.check_again')}</Button>}
          <Link to="/pricing" className={button(onAgain ? { kind: 'quiet' } : {})}>
            {t('app.billing.payment.back')}
          </Link>
          <Link to="/dashboard" className={button({ kind: 'quiet' })}>
            {t('start.common.back_to_dashboard')}
          </Link>
        </div>
      }
    >
      {children}
    </SignpostPage>
  );
}

function Success({ plan }: { plan: PlanType }) {
  const t = useT();
  // Reads the language once; a later change must not repeat the toast.
  useEffect(() => toast.success(getT()('app.billing.payment.welcome')), []);
  return (
    <section className="relative isolate overflow-hidden rounded-xl bg-dusk pt-10 text-center text-on-night sm:pt-14">
      <div className="px-6">
        <h1 className="text-2xl font-extrabold sm:text-3xl">{t('app.titles.plans_heading')}</h1>
        <p className="mx-auto mt-3 max-w-md text-balance text-on-night-2">
          {t('app.billing.payment.success', { plan: planName(t, plan) })}
        </p>
        <div className="mx-auto mt-7 grid max-w-xs gap-3">
          <Link to="/create-mission" className={button()}>
            {t('app.billing.payment.start')}
          </Link>
          <Link to="/dashboard" className={button({ kind: 'quiet' })}>
            {t('app.billing.payment.dashboard')}
          </Link>
        </div>
      </div>
      <Campfire className="mt-8 h-56 w-full sm:h-72" />
    </section>
  );
}

interface PaymentResultProps {
  verification: Verification;
  /** Missing if the address names no checkout. */
  onAgain: (() => void) | undefined;
}

export function PaymentResult({ verification, onAgain }: PaymentResultProps) {
  const t = useT();
  switch (verification.state) {
    case 'checking':
      return <Spinner label={t('app.billing.payment.checking')} />;
    case 'success':
      return <Success plan={verification.plan} />;
    case 'expired':
      return <Closed title={t('app.billing.payment.expired')}>{t('app.billing.payment.expired_note')}</Closed>;
    case 'timeout':
      return (
        <Closed title={t('app.billing.payment.timeout')} onAgain={onAgain}>
          {t('app.billing.payment.timeout_note')}
        </Closed>
      );
    case 'error':
      return (
        <Closed title={t('app.billing.payment.error')} onAgain={onAgain}>
          {t('app.billing.payment.error_note')}
        </Closed>
      );
  }
}
