import type { PlanType } from '#domain/billing.ts';
import { ConfirmAction } from '#web/ui/confirm-action.tsx';
import { planName, priceOf } from './plans.ts';
import { useSwitchPlan } from './queries.ts';

/** Says what the change costs first, as the card is charged at once. */
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
        {name} costs {priceOf(plan)} and begins now, with the card of your plan.
      </p>
      <p className="mt-3">
        {plan === 'premium_yearly'
          ? 'What is left of your month is taken off the price.'
          : 'What is left of your year is credited and pays for the months to come.'}
      </p>
    </ConfirmAction>
  );
}
