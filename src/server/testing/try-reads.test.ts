import { afterAll, expect, it } from 'vitest';
import { openDb } from '../db/open.ts';
import { testDatabase } from './test-app.ts';
import { findFault, tryReads } from './try-reads.ts';

const db = openDb(await testDatabase());
afterAll(() => db.close());

it.each([
  [
    'with gone as (delete from users returning id) select * from gone',
    'cannot execute SELECT in a read-only transaction',
  ],
  ['select id from users for key share', 'cannot execute SELECT FOR KEY SHARE in a read-only transaction'],
  ["select nextval('payment_tickets')", 'cannot execute nextval() in a read-only transaction'],
  ['select pg_advisory_xact_lock(1)', 'it takes a lock'],
  ['select pg_advisory_lock(1)', 'it takes a lock'],
  ['select id from users', null],
])('What is wrong with "%s" as a read: %s.', async (sql, fault) => {
  expect(await findFault(db, sql)).toBe(fault);
});

it('A statement of read() that locks is a fault, once, and one of rows() is none.', async () => {
  const faults = new Set<string>();
  tryReads(db, faults);
  for (const _ of [1, 2]) await db.read('select id from users for share');
  await db.rows('select id from users for update');
  await db.read('select id from users where id is null');
  expect([...faults]).toEqual([
    'cannot execute SELECT FOR SHARE in a read-only transaction: select id from users for share',
  ]);
});
