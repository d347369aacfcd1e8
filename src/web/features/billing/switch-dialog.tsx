import type { PlanType } from '#domain/billing.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { planName, priceOf } from './plans.ts';
import { useSwitchPlan } from './queries.ts';

/** Says what the change costs before it is made: the card is charged at once. */
export function SwitchDialog({ plan, onClose }: { plan: PlanType; onClose: () => void }) {
  const { mutate, isPending } = useSwitchPlan();
  const name = planName(plan);
  const change = () =>
    mutate(plan, {
      onSuccess: ({ message }) => {
        toast.success(message);
        onClose();
      },
      onError: (error) => toast.error(detailOf(error, 'Failed to start upgrade process. Please try again.')),
    });
  return (
    <ConfirmDialog
      title={`Switch to ${name}?`}
      confirm={`Switch to ${name}`}
      busyLabel="Switching..."
      busy={isPending}
      onConfirm={change}
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
    </ConfirmDialog>
  );
}
