import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlanType } from '#domain/billing.ts';
import * as keys from '#web/lib/query-keys.ts';
import { meQuery } from '#web/lib/session/me.ts';
import { fetchPaymentStatus } from './queries.ts';

/** At most 10 attempts, 2 s apart (rules.md#payments). */
const POLLS = 10;
const POLL_MS = 2000;

export type Verification =
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

/** Polls until the payment is settled. `again` starts over. */
export function useVerification(sessionId: string | undefined): Verification & { again: () => void } {
  const client = useQueryClient();
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: keys.verification(sessionId),
    queryFn: async ({ signal }) => {
      const result = await verify(sessionId!, signal);
      // The header shows the new plan at the same moment as the page.
      if (result.state === 'success') await client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
      return result;
    },
    enabled: sessionId !== undefined,
    // The outcome stays until the person tries again, and is forgotten with the page.
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
