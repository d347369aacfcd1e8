import { createCheckout } from '#contract/billing.ts';
import type { PlanType } from '#domain/billing.ts';
import type { SandboxEvent } from '#tools/payments-sandbox/state.ts';
import type { Config } from '../../app/config.ts';
import { afterFile } from '../after-file.ts';
import { fakeClock } from '../fake-clock.ts';
import { type FakeStripe, startFakeStripe } from '../stripe-server.ts';
import { NOON, type TestApp, testApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';

export interface PaidApp extends TestApp {
  readonly stripe: FakeStripe;
}

/** Creates the app with a fake payment provider that shares its clock. */
export async function paidApp(options: { rate_limits?: boolean; config?: Partial<Config> } = {}): Promise<PaidApp> {
  const clock = fakeClock(NOON);
  const stripe = await startFakeStripe(clock);
  const t = await testApp({ ...options, clock, payments: stripe.payments });
  afterFile(() => stripe.close());
  return { ...t, clock, stripe };
}

/** Opens a checkout for the buyer and returns its ID at the provider. */
export async function buildCheckout(t: PaidApp, buyer: TestUser, plan_type: PlanType = 'pro_monthly'): Promise<string> {
  const body = { plan_type, origin_url: 'http://emberkin.test' };
  const { checkout_url } = await succeed(t, createCheckout, { token: buyer.token, body });
  return new URL(checkout_url).pathname.split('/').at(-1)!;
}

/** Delivers the events. Throws unless the app accepts every event. */
export async function deliverAll(t: PaidApp, events: readonly SandboxEvent[]): Promise<void> {
  for (const event of events) {
    const status = await t.stripe.deliver(t.app, event);
    if (status !== 200) throw new Error(`${event.type} returned ${status}.`);
  }
}

/** Opens and pays a checkout, delivers its events and returns its ID. */
export async function buildPlan(t: PaidApp, buyer: TestUser, plan: PlanType = 'pro_monthly'): Promise<string> {
  const id = await buildCheckout(t, buyer, plan);
  t.stripe.provider.lifecycle.pay(t.stripe.provider.state.sessions[id]!);
  await deliverAll(t, t.stripe.takeEvents());
  return id;
}
