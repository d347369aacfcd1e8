import type { PlanType } from '#domain/billing.ts';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { planName, priceOf } from './plans.ts';
import { useSwitchPlan } from './queries.ts';

/** Says what the change costs before it happens, because the card is charged at once. */
export function SwitchDialog({ plan, onClose }: { plan: PlanType; onClose: () => void }) {
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
