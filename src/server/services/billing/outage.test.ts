import pg from 'pg';
import { expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { Int, Text } from '#platform/db/columns.ts';
import { deliverDue } from '#tools/payments-sandbox/webhooks.ts';
import { buildCheckout, buildPlan, paidApp } from '../../testing/factories/billing.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';

const t = await paidApp();
const { stripe, clock } = t;
const { state, lifecycle } = stripe.provider;
const webhook = `${await t.app.listen({ port: 0, host: '127.0.0.1' })}/api/payments/webhook`;
const seconds = () => Math.floor(clock.now().getTime() / 1000);
const subscriptionOf = ({ email }: TestUser) => {
  const customer = Object.values(state.customers).find((one) => one.email === email)!;
  return stripe.subscriptions().find((one) => one.customer === customer.id)!;
};

/** Closes all connections to the test's database and refuses new connections, or accepts them again. */
async function setDatabaseDown(down: boolean): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('owner_url') });
  await admin.connect();
  const name = new URL(t.database_url).pathname.slice(1);
  await admin.query(`alter database ${name} with allow_connections ${!down}`);
  if (down) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await admin.end();
}

/** Advances the clock by one second and delivers due events over the socket. */
async function passSecond(): Promise<void> {
  clock.advance(1000);
  await deliverDue(state, webhook, seconds);
}

/** Reads what the database stores about a user, in the provider's terms. */
async function readBooks(user: TestUser) {
  const [row] = await t.db.rows(
    `select s.id, s.plan_type as plan, s.status, s.cancel_at_period_end, u.subscription_tier as tier,
       (select payment_status from payment_sessions p where p.user_id = u.id) as paid
     from users u left join subscriptions s on s.user_id = u.id where u.id = $1`,
    [user.id],
  );
  return row;
}

it('has the provider’s payment state after 30 s without the database', async () => {
  const [buying, leaving, changing, refunded] = await Promise.all([1, 2, 3, 4].map(() => buildUser(t)));
  for (const user of [leaving!, changing!, refunded!]) await buildPlan(t, user);
  const checkout = await buildCheckout(t, buying!);

  await setDatabaseDown(true);
  for (let second = 1; second <= 30; second++) {
    if (second === 2) lifecycle.pay(state.sessions[checkout]!);
    if (second === 5) lifecycle.setCancelAtPeriodEnd(subscriptionOf(leaving!), true);
    if (second === 9) lifecycle.switchPlan(subscriptionOf(changing!), 'premium_yearly');
    if (second === 20) lifecycle.giveBack(subscriptionOf(refunded!), 'refund');
    await passSecond();
  }
  const missed = [...state.events];
  expect(missed.length).toBeGreaterThan(6);
  // The provider sent each event during the outage and gave none up.
  for (const event of missed) {
    expect(event.attempts, event.type).toBeGreaterThan(0);
    expect(event.next_attempt, event.type).not.toBeNull();
  }

  await setDatabaseDown(false);
  const waiting = () => state.events.some(({ next_attempt }) => next_attempt !== null);
  for (let second = 0; second < 120 && waiting(); second++) await passSecond();
  expect(waiting()).toBe(false);

  for (const [user, tier, paid] of [
    [buying!, 'pro', 'paid'],
    [leaving!, 'pro', 'paid'],
    [changing!, 'pro', 'paid'],
    [refunded!, 'free', 'refunded'],
  ] as const) {
    const { id, plan, status, cancel_at_period_end } = subscriptionOf(user);
    expect(await readBooks(user)).toEqual({ id, plan, status, cancel_at_period_end, tier, paid });
  }
  const [income] = await t.db.rows(
    z.object({ cents: Int }),
    'select sum(amount - returned) as cents from paid_invoices',
  );
  const invoices = Object.values(state.invoices);
  expect(income!.cents).toBe(invoices.reduce((sum, one) => sum + one.amount - one.refunded, 0));
  const recorded = await t.db.rows(z.object({ id: Text }), 'select id from payment_events where id = any($1)', [
    missed.map(({ id }) => id),
  ]);
  expect(recorded).toHaveLength(missed.length);
});
