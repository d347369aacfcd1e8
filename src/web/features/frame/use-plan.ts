import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { usePlans } from '#web/data/site.ts';
import { planLabel } from '#web/features/billing/public.ts';

/** Returns the plan's label, null without plans, and whether to offer an upgrade: not to new users. */
export function usePlan(): { plan: string | null; canUpgrade: boolean } {
  const t = useT();
  const me = useMe();
  const plans = usePlans();
  return {
    plan: plans ? planLabel(t, me) : null,
    canUpgrade: plans && me.subscription_tier === 'free' && me.points > 0,
  };
}
