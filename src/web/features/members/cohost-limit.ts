import type { User } from '#contract/auth.ts';
import { PRO_COHOSTS_MAX } from '#domain/limits.ts';

type Plan = Pick<User, 'subscription_tier' | 'subscription_plan'>;

/** How many co-hosts of one mission the plan includes; null sets no limit (Decisions 4). The server has the last word. */
export function cohostLimit({ subscription_tier, subscription_plan }: Plan): number | null {
  if (subscription_tier === 'free') return 0;
  return subscription_plan === 'premium_yearly' ? null : PRO_COHOSTS_MAX;
}

/** What co-hosts are, and what the plan says about them. */
export function cohostNote(plan: Plan, used: number): string {
  const limit = cohostLimit(plan);
  if (limit === null) return 'Co-hosts may edit the mission and invite. PREMIUM sets no limit.';
  if (limit === 0)
    return `Co-hosts may edit the mission and invite. They come with the paid plans: up to ${PRO_COHOSTS_MAX} in a mission with PRO, any number with PREMIUM.`;
  return used >= limit
    ? `Co-hosts may edit the mission and invite. All ${limit} of your PRO plan have a place; PREMIUM sets no limit.`
    : `Co-hosts may edit the mission and invite. PRO includes ${limit} in a mission.`;
}
