import { beforeEach, expect, it } from 'vitest';
import { type AdminCharts, adminCharts } from '#contract/admin.ts';
import { cancelSubscription } from '#contract/billing.ts';
import { buildAdminSession } from '../../testing/factories/admin.ts';
import { buildPlan, deliverAll, paidApp } from '../../testing/factories/billing.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON } from '../../testing/test-app.ts';

const t = await paidApp();
const { stripe } = t;
const { lifecycle } = stripe.provider;
const newest = () => stripe.subscriptions().at(-1)!;
const deliverEvents = () => deliverAll(t, stripe.takeEvents());

beforeEach(async () => {
  t.clock.set(NOON);
  await t.db.rows('delete from paid_invoices');
});

/** Returns the days with revenue, in cents. */
async function revenue(): Promise<Record<string, number>> {
  const answer = await t.call(adminCharts, { token: await buildAdminSession(t) });
  const { days } = answer.json() as AdminCharts;
  return Object.fromEntries(days.filter((day) => day.revenue !== 0).map((day) => [day.day, day.revenue]));
}

it('revenue includes the first payment and each renewal on the day of the payment', async () => {
  await buildPlan(t, await buildUser(t));
  await buildPlan(t, await buildUser(t), 'premium_yearly');
  expect(await revenue()).toEqual({ '2026-11-21': 5500 });
  for (const day of ['2026-12-21', '2027-01-21']) {
    t.clock.set(`${day}T12:00:00Z`);
    lifecycle.passTime();
    await deliverEvents();
  }
  expect(await revenue()).toEqual({ '2026-11-21': 5500, '2026-12-21': 500, '2027-01-21': 500 });
});

it('revenue includes a declined renewal on the day it is paid', async () => {
  await buildPlan(t, await buildUser(t));
  const { customer } = newest();
  stripe.provider.state.customers[customer]!.declines = true;
  t.clock.set('2026-12-21T12:00:00Z');
  lifecycle.passTime();
  await deliverEvents();
  expect(await revenue()).toEqual({ '2026-11-21': 500 });
  t.clock.set('2026-12-24T12:00:00Z');
  lifecycle.payOpenInvoice(newest());
  await deliverEvents();
  expect(await revenue()).toEqual({ '2026-11-21': 500, '2026-12-24': 500 });
});

it('revenue includes each invoice once for repeated and reordered events', async () => {
  await buildPlan(t, await buildUser(t));
  lifecycle.switchPlan(newest(), 'premium_yearly');
  const events = stripe.takeEvents();
  expect(events.map(({ type }) => type)).toContain('invoice.paid');
  const again = events.map((event) => ({ ...event, id: `${event.id}_again` }));
  await Promise.all([...events, ...events, ...again].map((event) => stripe.deliver(t.app, event)));
  await deliverAll(t, again.toReversed());
  expect(await revenue()).toEqual({ '2026-11-21': 5500 });
});

it('revenue excludes partial and full refunds on the day of the payment', async () => {
  await buildPlan(t, await buildUser(t));
  const first = newest();
  const old = { ...first };
  t.clock.set('2026-12-21T12:00:00Z');
  lifecycle.passTime();
  lifecycle.giveBack(first, 'refund', 120);
  const [refund] = stripe.takeEvents().splice(-1);
  // The refund arrives before the renewal's own event.
  await deliverAll(t, [refund!]);
  expect(await revenue()).toEqual({ '2026-12-21': 380, '2026-11-21': 500 });
  expect(first.status).toBe('active');
  lifecycle.giveBack(old, 'dispute');
  await deliverEvents();
  expect(await revenue()).toEqual({ '2026-12-21': 380 });
});

it('revenue excludes an invoice whose refund arrives before its payment', async () => {
  const user = await buildUser(t);
  await buildPlan(t, user);
  t.clock.set('2026-12-21T12:00:00Z');
  lifecycle.passTime();
  const renewal = stripe.takeEvents();
  lifecycle.giveBack(newest(), 'refund');
  await deliverAll(t, [...stripe.takeEvents(), ...renewal]);
  expect(await revenue()).toEqual({ '2026-11-21': 500 });
  const [row] = await t.db.rows('select payment_status from payment_sessions where user_id = $1', [user.id]);
  expect(row).toEqual({ payment_status: 'paid' });
});

it('revenue stays after cancellation and deletion of the account', async () => {
  const user = await buildUser(t);
  await buildPlan(t, user);
  expect((await t.call(cancelSubscription, { token: user.token })).statusCode).toBe(200);
  await deliverEvents();
  await t.db.rows('delete from users where id = $1', [user.id]);
  expect(await revenue()).toEqual({ '2026-11-21': 500 });
});
