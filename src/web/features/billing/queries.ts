import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#contract/auth.ts';
import {
  cancelSubscription,
  createCheckout,
  openPortal,
  paymentOptions,
  paymentStatus,
  refreshSubscription,
  switchPlan,
} from '#contract/billing.ts';
import type { PlanType } from '#domain/billing.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { callQuery } from '#web/data/call-query.ts';
import { setMe } from '#web/data/me.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';

/** Tells whether plans can be bought here; it does not change while the page is open. */
export const optionsQuery = queryOptions({
  ...callQuery(keys.paymentOptions, paymentOptions),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Sends the browser to a page of the provider; busy until the page closes. */
function useProviderPage<Input>(requestAddress: (input: Input) => Promise<string>) {
  const departure = useMutation({
    mutationFn: async (input: Input) => {
      window.location.assign(await requestAddress(input));
      return new Promise<never>(() => undefined);
    },
  });
  const { reset } = departure;
  useEffect(() => {
    // The browser's Back button can restore the page as it was, with its button still busy.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [reset]);
  return departure;
}

export const useUpgrade = () =>
  useProviderPage(async (plan_type: PlanType) => {
    const body = { plan_type, origin_url: window.location.origin };
    return (await call(createCheckout, { body })).checkout_url;
  });

export const usePortal = () => useProviderPage(async () => (await call(openPortal, {})).portal_url);

/** The response contains the new plan. Queries that depend on the plan are fetched again. */
function usePlanCache() {
  const client = useQueryClient();
  return (user: User) => {
    setMe(client, user);
    void markStale(client, 'plan');
  };
}

export function useSwitchPlan() {
  const showPlan = usePlanCache();
  return useMutation({
    mutationFn: (plan_type: PlanType) => call(switchPlan, { body: { plan_type } }),
    onSuccess: ({ user }) => showPlan(user),
  });
}

export function useCancelSubscription() {
  const showPlan = usePlanCache();
  return useMutation({ mutationFn: () => call(cancelSubscription, {}), onSuccess: ({ user }) => showPlan(user) });
}

export function useRefreshSubscription() {
  const showPlan = usePlanCache();
  return useMutation({ mutationFn: () => call(refreshSubscription, {}), onSuccess: showPlan });
}

export const fetchPaymentStatus = (sessionId: string, signal: AbortSignal): Promise<Answer<typeof paymentStatus>> =>
  call(paymentStatus, { params: { sessionId }, signal });
