import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { usePlans } from '#web/data/site.ts';
import { planLabel } from '#web/features/billing/public.ts';

/** The label of the user's plan, null where there are no plans, and whether it can be upgraded: not by a newcomer. */
export function usePlan(): { plan: string | null; canUpgrade: boolean } {
  const t = useT();
  const me = useMe();
  const plans = usePlans();
  return {
    plan: plans ? planLabel(t, me) : null,
    canUpgrade: plans && me.subscription_tier === 'free' && me.points > 0,
  };
}
