import * as billing from '../billing.ts';
import { describe } from './registry.ts';

const plan_type = 'The plan.';
const changed = { message: 'A sentence for a person.', user: 'The account now.' } as const;

describe(billing.paymentOptions.response, {
  fields: {
    upgrades: 'Whether plans can be bought here; `test` means that no money moves.',
    support_email: 'The address of support; null where this server has none that a mail could reach.',
  },
});
describe(billing.createCheckout.body, {
  fields: {
    plan_type,
    origin_url: {
      is: 'Has no effect: the way back is always to this server.',
      json: { type: ['string', 'null'], maxLength: 1000 },
    },
  },
});
describe(billing.createCheckout.response, { fields: { checkout_url: "The provider's page to pay on." } });
describe(billing.paymentStatus.response, {
  fields: { payment_status: 'Whether it was paid.', status: 'How the checkout stands.', plan_type },
});
describe(billing.cancelSubscription.response, { fields: changed });
describe(billing.switchPlan.body, { fields: { plan_type: 'The plan to change to.' } });
describe(billing.switchPlan.response, { fields: changed });
describe(billing.openPortal.response, { fields: { portal_url: "The provider's page for cards and invoices." } });
describe(billing.paymentWebhook.response, { fields: { received: 'Always true.' } });
