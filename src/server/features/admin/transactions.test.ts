import { describe, expect, it } from 'vitest';
import { type AdminTransaction, adminTransactions, exportTransactions } from '#contract/admin.ts';
import { newId } from '#platform/db/ids.ts';
import { buildAdminSession } from '../../testing/factories/admin.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
const token = await buildAdminSession(t);

async function insertPayment(user_id: string | null, amount: number, payment_status: string): Promise<string> {
  t.clock.advance(1000);
  const id = newId(t.clock.now());
  await t.db.rows(
    `insert into payment_sessions (id, user_id, plan_type, amount, currency, status, payment_status, created_at, paid_at)
     values ($1, $2, 'pro_monthly', $3, 'usd', 'complete', $4, $5, $6)`,
    [id, user_id, amount, payment_status, t.clock.now(), payment_status === 'paid' ? t.clock.now() : null],
  );
  return id;
}
const list = async (
  query: Record<string, string | number> = {},
): Promise<{ transactions: AdminTransaction[]; total: number }> =>
  (await t.call(adminTransactions, { token, query: { limit: 100, ...query } })).json();

describe('transactions', () => {
  it('are listed newest first and can be searched, sorted and exported', async () => {
    expect(await list()).toEqual({ transactions: [], total: 0 });
    const user = await buildUser(t, { name: '=1+1<img src=x>' });
    const cheap = await insertPayment(user.id, 500, 'paid');
    const created_at = t.clock.now().toISOString();
    const dear = await insertPayment(user.id, 5000, 'pending');
    const orphan = await insertPayment(null, 700, 'refunded');
    expect((await list()).transactions.map((one) => one.id)).toEqual([orphan, dear, cheap]);
    const found = await list({ q: user.email, sort: 'amount', order: 'asc' });
    expect(found.total).toBe(2);
    expect(found.transactions[0]).toEqual({
      id: cheap,
      user_email: user.email,
      user_name: '=1+1<img src=x>',
      plan_type: 'pro_monthly',
      amount: 500,
      currency: 'usd',
      payment_status: 'paid',
      created_at,
    } satisfies AdminTransaction);
    expect((await list({ q: orphan })).transactions[0]).toMatchObject({ user_email: null, user_name: null });
    const file = (await t.call(exportTransactions, { token, query: { q: cheap } })).json();
    expect(file.csv.split('\r\n')[1]).toBe(
      `${cheap},${user.email},'=1+1<img src=x>,pro_monthly,500,usd,paid,${created_at}`,
    );
  });
});
