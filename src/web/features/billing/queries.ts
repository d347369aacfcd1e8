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
import type { Answer } from '#contract/endpoint.ts';
import type { PlanType } from '#domain/billing.ts';
import { call } from '#web/lib/api/api.ts';
import { setMe } from '#web/lib/session/me.ts';

/** Whether plans can be bought here; it does not change while the page is open. */
export const optionsQuery = queryOptions({
  queryKey: ['payment-options'],
  queryFn: ({ signal }): Promise<Answer<typeof paymentOptions>> => call(paymentOptions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A mutation that sends the browser to a page of the provider; it stays busy until the page is left. */
function useDeparture<Input>(ask: (input: Input) => Promise<string>) {
  const departure = useMutation({
    mutationFn: async (input: Input) => {
      window.location.assign(await ask(input));
      return new Promise<never>(() => undefined);
    },
  });
  const { reset } = departure;
  useEffect(() => {
    // The browser's Back may bring the page as it was left: busy.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [reset]);
  return departure;
}

export const useUpgrade = () =>
  useDeparture(async (plan_type: PlanType) => {
    const body = { plan_type, origin_url: window.location.origin };
    return (await call(createCheckout, { body })).checkout_url;
  });

export const usePortal = () => useDeparture(async () => (await call(openPortal, {})).portal_url);

/** What a plan allows stands in many answers: all is asked for again but the user, who came with the answer. */
function useKeepUser() {
  const client = useQueryClient();
  return (user: User) => {
    setMe(client, user);
    void client.invalidateQueries({
      predicate: ({ queryKey: [first] }) => first === 'dashboard' || first === 'mission',
    });
  };
}

export function useSwitchPlan() {
  const keep = useKeepUser();
  return useMutation({
    mutationFn: (plan_type: PlanType) => call(switchPlan, { body: { plan_type } }),
    onSuccess: ({ user }) => keep(user),
  });
}

export function useCancelSubscription() {
  const keep = useKeepUser();
  return useMutation({ mutationFn: () => call(cancelSubscription, {}), onSuccess: ({ user }) => keep(user) });
}

export function useRefreshSubscription() {
  const keep = useKeepUser();
  return useMutation({ mutationFn: () => call(refreshSubscription, {}), onSuccess: keep });
}

/** What became of a checkout, asked for once. */
export const askStatus = (sessionId: string, signal: AbortSignal): Promise<Answer<typeof paymentStatus>> =>
  call(paymentStatus, { params: { sessionId }, signal });
