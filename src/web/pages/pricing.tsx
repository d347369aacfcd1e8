import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanType } from '#domain/billing.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useMe } from '#web/data/me.ts';
import { ComparePlans } from '#web/features/billing/compare-plans.tsx';
import { PlanCard } from '#web/features/billing/plan-card.tsx';
import { CARD_PLANS, planName, planOf, upgradeProblem } from '#web/features/billing/plans.ts';
import { optionsQuery, useUpgrade } from '#web/features/billing/queries.ts';
import { Support } from '#web/features/billing/support.tsx';
import { SwitchDialog } from '#web/features/billing/switch-dialog.tsx';
import { CLOSED_ID, UpgradeNotice } from '#web/features/billing/upgrade-notice.tsx';
import { Page } from '#web/features/frame/page.tsx';

export function PricingPage() {
  const t = useT();
  const me = useMe();
  const own = planOf(me);
  const { data: options } = useQuery(optionsQuery);
  const { mutate, isPending, variables } = useUpgrade();
  const [switching, setSwitching] = useState<PlanType | null>(null);
  const choose = (plan: PlanType) => {
    if (me.subscription_plan) setSwitching(plan);
    else mutate(plan, { onError: (error) => toast.error(upgradeProblem(t, error)) });
  };
  return (
    <Page title={t('app.titles.plans')} back="dashboard">
      <div className="text-center">
        <h1 className="text-2xl font-extrabold sm:text-3xl">{t('app.titles.plans_heading')}</h1>
        <p className="mx-auto mt-2.5 max-w-lg text-balance text-ink-2">{t('app.titles.plans_lead')}</p>
        <UpgradeNotice upgrades={options?.upgrades} />
      </div>
      <ul className="mt-8 grid items-stretch gap-5 lg:grid-cols-3">
        {CARD_PLANS.map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            own={own}
            busy={isPending ? (variables === plan ? 'this' : 'other') : null}
            closed={options?.upgrades === 'off' ? CLOSED_ID : undefined}
            onChoose={() => plan !== 'free' && choose(plan)}
          />
        ))}
      </ul>
      <ComparePlans />
      {options?.support_email && <Support email={options.support_email} plan={planName(t, own)} />}
      {switching && <SwitchDialog plan={switching} onClose={() => setSwitching(null)} />}
    </Page>
  );
}
