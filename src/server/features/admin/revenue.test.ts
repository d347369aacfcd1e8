import { beforeEach, expect, it } from 'vitest';
import { type AdminCharts, adminCharts } from '#contract/admin.ts';
import { cancelSubscription } from '#contract/billing.ts';
import { buildAdminSession } from '../../testing/factories/admin.ts';
import { buildPlan, deliverAll, paidApp } from '../../testing/factories/billing.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON } from '../../testing/test-app.ts';

const t = await paidApp();
const { stripe } = t;
const { lifecycle } = stripe.peer;
const newest = () => stripe.subscriptions().at(-1)!;
const news = () => deliverAll(t, stripe.takeEvents());

beforeEach(async () => {
  t.clock.set(NOON);
  await t.db.rows('delete from paid_invoices');
});

/** The days that have revenue, with their cents. */
async function revenue(): Promise<Record<string, number>> {
  const answer = await t.call(adminCharts, { token: await buildAdminSession(t) });
  const { days } = answer.json() as AdminCharts;
  return Object.fromEntries(days.filter((day) => day.revenue !== 0).map((day) => [day.day, day.revenue]));
}

it('is what was paid at first and at each renewal, on the day of the payment', async () => {
  await buildPlan(t, await buildUser(t));
  await buildPlan(t, await buildUser(t), 'premium_yearly');
  expect(await revenue()).toEqual({ '2026-11-21': 5500 });
  for (const day of ['2026-12-21', '2027-01-21']) {
    t.clock.set(`${day}T12:00:00Z`);
    lifecycle.passTime();
    await news();
  }
  expect(await revenue()).toEqual({ '2026-11-21': 5500, '2026-12-21': 500, '2027-01-21': 500 });
});

it('counts a renewal that was declined once it is paid, and on that day', async () => {
  await buildPlan(t, await buildUser(t));
  const { customer } = newest();
  stripe.peer.state.customers[customer]!.declines = true;
  t.clock.set('2026-12-21T12:00:00Z');
  lifecycle.passTime();
  await news();
  expect(await revenue()).toEqual({ '2026-11-21': 500 });
  t.clock.set('2026-12-24T12:00:00Z');
  lifecycle.payOpenInvoice(newest());
  await news();
  expect(await revenue()).toEqual({ '2026-11-21': 500, '2026-12-24': 500 });
});

it('counts each invoice once, however often and in whatever order it is told', async () => {
  await buildPlan(t, await buildUser(t));
  lifecycle.switchPlan(newest(), 'premium_yearly');
  const events = stripe.takeEvents();
  expect(events.map(({ type }) => type)).toContain('invoice.paid');
  const again = events.map((event) => ({ ...event, id: `${event.id}_again` }));
  await Promise.all([...events, ...events, ...again].map((event) => stripe.deliver(t.app, event)));
  await deliverAll(t, again.toReversed());
  expect(await revenue()).toEqual({ '2026-11-21': 5500 });
});

it('is less by what went back, a part or all, from the day on which it was paid', async () => {
  await buildPlan(t, await buildUser(t));
  const first = newest();
  const old = { ...first };
  t.clock.set('2026-12-21T12:00:00Z');
  lifecycle.passTime();
  lifecycle.giveBack(first, 'refund', 120);
  const [refund] = stripe.takeEvents().splice(-1);
  // Before the renewal itself was heard of.
  await deliverAll(t, [refund!]);
  expect(await revenue()).toEqual({ '2026-12-21': 380, '2026-11-21': 500 });
  expect(first.status).toBe('active');
  lifecycle.giveBack(old, 'dispute');
  await news();
  expect(await revenue()).toEqual({ '2026-12-21': 380 });
});

it('does not grow when money that went back is told of first', async () => {
  const user = await buildUser(t);
  await buildPlan(t, user);
  t.clock.set('2026-12-21T12:00:00Z');
  lifecycle.passTime();
  const renewal = stripe.takeEvents();
  lifecycle.giveBack(newest(), 'refund');
  await deliverAll(t, [...stripe.takeEvents(), ...renewal]);
  expect(await revenue()).toEqual({ '2026-11-21': 500 });
  const [row] = await t.db.rows('select payment_status from payment_sessions where user_id = $1', [user.id]);
  // The purchase itself was paid and stays so; the renewal went back.
  expect(row).toEqual({ payment_status: 'paid' });
});

it('stays after the account is deleted, and a cancellation changes nothing', async () => {
  const user = await buildUser(t);
  await buildPlan(t, user);
  expect((await t.call(cancelSubscription, { token: user.token })).statusCode).toBe(200);
  await news();
  await t.db.rows('delete from users where id = $1', [user.id]);
  expect(await revenue()).toEqual({ '2026-11-21': 500 });
});
