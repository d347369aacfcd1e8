import { useQuery } from '@tanstack/react-query';
import { Check, LifeBuoy, Minus } from 'lucide-react';
import { useState } from 'react';
import type { PlanType } from '#domain/billing.ts';
import { useMe } from '#web/data/me.ts';
import { PlanCard } from '#web/features/billing/plan-card.tsx';
import { CARDS, planName, planOf, priceOf, ROWS, ROWS_NOTE, upgradeProblem } from '#web/features/billing/plans.ts';
import { optionsQuery, useSwitchPlan, useUpgrade } from '#web/features/billing/queries.ts';
import { Page } from '#web/features/frame/page.tsx';
import { button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { cx } from '#web/lib/cx.ts';
import { toast } from '#web/lib/toast.ts';

/** A word, or an icon with its word for screen readers. */
function Value({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return value;
  const Icon = value ? Check : Minus;
  return (
    <>
      <Icon className={cx('mx-auto size-5', value && 'text-pine')} strokeWidth={value ? 3 : 2} aria-hidden />
      <span className="sr-only">{value ? 'Yes' : 'No'}</span>
    </>
  );
}

/** The plans side by side, in four columns at every width. */
function ComparePlans() {
  return (
    <section aria-labelledby="compare" className="mt-8 rounded-xl bg-card p-5 shadow-card sm:p-8">
      <h2 id="compare" className="text-xl font-extrabold">
        Compare plans
      </h2>
      <table className="mt-4 w-full table-fixed text-sm sm:text-base">
        <thead>
          <tr>
            <th scope="col" className="w-[37%] pb-3 text-start">
              <span className="sr-only">Feature</span>
            </th>
            {CARDS.map(({ plan }) => (
              <th key={plan} scope="col" className="pb-3 text-center font-display font-extrabold max-sm:text-xs">
                {planName(plan)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ name, values }) => (
            <tr key={name} className="border-t-2 border-line">
              <th scope="row" className="py-3.5 pe-2 text-start font-semibold">
                {name}
              </th>
              {CARDS.map(({ plan }, at) => {
                const value = values[at] ?? false;
                const none = value === false || value === 'None';
                return (
                  <td key={plan} className={cx('py-3.5 text-center max-sm:text-xs', none && 'text-ink-2')}>
                    <Value value={value} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-ink-2">{ROWS_NOTE}</p>
    </section>
  );
}

/** Says what the change costs before it happens, because the card is charged at once. */
function SwitchDialog({ plan, onClose }: { plan: PlanType; onClose: () => void }) {
  const { mutateAsync: switchPlan } = useSwitchPlan();
  const name = planName(plan);
  return (
    <ConfirmAction
      title={`Switch to ${name}?`}
      confirm={`Switch to ${name}`}
      busyLabel="Switching..."
      action={() => switchPlan(plan)}
      done={({ message }) => message}
      failed="Failed to start upgrade process. Please try again."
      onClose={onClose}
    >
      <p>
        {name} costs {priceOf(plan)} and starts now. We'll charge the card on your plan.
      </p>
      <p className="mt-3">
        {plan === 'premium_yearly'
          ? "We'll take what's left of your month off the price."
          : "What's left of your year becomes a credit that pays for the next months."}
      </p>
    </ConfirmAction>
  );
}

interface SupportProps {
  email: string;
  /** Free, PRO or PREMIUM: it is part of the subject, so that support sees how soon to answer. */
  plan: string;
}

/** A link that opens a mail to support. */
function Support({ email, plan }: SupportProps) {
  const subject = encodeURIComponent(`Emberkin support (${plan} plan)`);
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-lg px-5 py-4 text-ink-2 stitch">
      <p>Questions first? A real person will answer.</p>
      <a
        href={`mailto:${email}?subject=${subject}`}
        className={button({ kind: 'quiet', size: 'sm', className: 'max-sm:w-full' })}
      >
        <LifeBuoy className="size-4.5" aria-hidden />
        Contact Support
      </a>
    </div>
  );
}

/** The id of the notice that describes the disabled buttons. */
const CLOSED_ID = 'upgrades-closed';

const NOTICES = {
  on: 'Cancel any time. You keep your plan until the paid period ends.',
  off: "Upgrades aren't available here yet. Everything on your plan stays as it is.",
  test: 'Test mode: no card needed, no money moves.',
};

/** What goes for every upgrade. Its box is there from the start, so that the plans stay where they are. */
function UpgradeNotice({ upgrades }: { upgrades: keyof typeof NOTICES | undefined }) {
  return (
    <p
      id={upgrades === 'off' ? CLOSED_ID : undefined}
      className={cx(
        'mx-auto mt-5 grid min-h-16 max-w-xl place-items-center rounded-md px-4 py-3 text-sm sm:min-h-11',
        upgrades !== 'on' && 'bg-star-soft text-star-ink',
      )}
    >
      {upgrades && NOTICES[upgrades]}
    </p>
  );
}

export function PricingPage() {
  const me = useMe();
  const own = planOf(me);
  const { data: options } = useQuery(optionsQuery);
  const { mutate, isPending, variables } = useUpgrade();
  const [switching, setSwitching] = useState<PlanType | null>(null);
  const choose = (plan: PlanType) => {
    if (me.subscription_plan) setSwitching(plan);
    else mutate(plan, { onError: (error) => toast.error(upgradeProblem(error)) });
  };
  return (
    <Page title="Plans" back>
      <div className="text-center">
        <h1 className="text-2xl font-extrabold sm:text-3xl">Room for more fires</h1>
        <p className="mx-auto mt-2.5 max-w-lg text-balance text-ink-2">
          Streaks, rest days and friends are the same on every plan. You only pay for more missions.
        </p>
        <UpgradeNotice upgrades={options?.upgrades} />
      </div>
      <ul className="mt-8 grid items-stretch gap-5 lg:grid-cols-3">
        {CARDS.map((card) => (
          <PlanCard
            key={card.plan}
            card={card}
            own={own}
            busy={isPending ? (variables === card.plan ? 'this' : 'other') : null}
            closed={options?.upgrades === 'off' ? CLOSED_ID : undefined}
            onChoose={() => card.plan !== 'free' && choose(card.plan)}
          />
        ))}
      </ul>
      <ComparePlans />
      {options?.support_email && <Support email={options.support_email} plan={planName(own)} />}
      {switching && <SwitchDialog plan={switching} onClose={() => setSwitching(null)} />}
    </Page>
  );
}
