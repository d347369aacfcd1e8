import { PLANS, type PlanType } from '#domain/billing.ts';
import { PAYMENT_GRACE_DAYS } from '#domain/limits.ts';
import { writeDay } from '#platform/i18n/figures.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { greet, type MailParts } from '../../../mails/layout.ts';

interface PlanStarted {
  readonly name: string;
  readonly plan_type: PlanType;
  readonly url: string;
}

/** Builds the email about a plan that has started. `url` starts with PUBLIC_URL. */
export function planStartedMail(t: Translate, { name, plan_type, url }: PlanStarted): MailParts {
  const { name: plan, interval, amount } = PLANS[plan_type];
  return {
    title: t('server.mails.plan_started.subject', { plan }),
    preheader: t('server.mails.plan_started.preheader', { plan }),
    body: [
      greet(t, name),
      t('server.mails.plan_started.price', { plan, interval, price: `$${amount / 100}` }),
      t('server.mails.plan_started.cancel'),
    ],
    action: { label: t('server.mails.plan_started.open'), url },
    footer: [t('server.mails.plan_started.invoices')],
  };
}

interface FailedPayment {
  readonly name: string;
  readonly plan_type: PlanType;
  readonly ends_at: Date;
  readonly timezone: string;
  readonly url: string;
}

/** Builds the email about a renewal that was not paid. */
export function paymentFailedMail(t: Translate, { name, plan_type, ends_at, timezone, url }: FailedPayment): MailParts {
  const plan = PLANS[plan_type].name;
  const day = writeDay(t, ends_at, { timezone, year: true });
  return {
    title: t('server.mails.payment_failed.subject', { plan }),
    preheader: t('server.mails.payment_failed.preheader', { plan, days: PAYMENT_GRACE_DAYS }),
    body: [
      greet(t, name),
      t('server.mails.payment_failed.until', { plan, day }),
      t('server.mails.payment_failed.after'),
    ],
    action: { label: t('server.mails.payment_failed.update'), url },
    footer: [t('server.mails.payment_failed.unwanted')],
  };
}
