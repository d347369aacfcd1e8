import type { PlanType } from '#domain/billing.ts';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { planName, priceOf } from './plans.ts';
import { useSwitchPlan } from './queries.ts';

/** Shows the cost before the change, because the card is charged immediately. */
export function SwitchDialog({ plan, onClose }: { plan: PlanType; onClose: () => void }) {
  const { mutateAsync: switchPlan } = useSwitchPlan();
  const t = useT();
  const name = planName(t, plan);
  return (
    <ConfirmAction
      title={t('app.billing.switch.title', { plan: name })}
      confirm={t('app.billing.card.switch_to', { plan: name })}
      busyLabel={t('app.billing.switch.switching')}
      action={() => switchPlan(plan)}
      done={({ message }) => message}
      failed={t('app.billing.not_upgraded')}
      onClose={onClose}
    >
      <p>{t('app.billing.switch.cost', { plan: name, price: priceOf(t, plan) })}</p>
      <p className="mt-3">
        {t(plan === 'premium_yearly' ? 'app.billing.switch.month_left' : 'app.billing.switch.year_left')}
      </p>
    </ConfirmAction>
  );
}
