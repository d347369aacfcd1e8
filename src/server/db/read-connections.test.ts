import { afterAll, describe, expect, it } from 'vitest';
import { asOwner, testDatabase } from '../testing/test-app.ts';
import { openDb } from './open.ts';

const url = await testDatabase();
const db = openDb(url);
afterAll(() => db.close());

const SOON = { timeout: 5000, interval: 20 };
/** Takes the database some tenths of a second. */
const SLOW = 'select count(*) as count, pg_backend_pid() as pid from generate_series(1, 2000000) i where i % $1 = 0';

const pidOf = async (number: number) => {
  const [row] = await db.read<{ number: number; pid: number }>('select $1::int as number, pg_backend_pid() as pid', [
    number,
  ]);
  return row!;
};

/** Reads until both shared connections are open. */
const openShared = () =>
  expect
    .poll(async () => new Set((await Promise.all([1, 2, 3, 4, 5, 6].map(pidOf))).map(({ pid }) => pid)).size, SOON)
    .toBe(2);

describe('reads on shared connections', () => {
  it('Reads at the same time share two connections, and each gets its own answer.', async () => {
    await openShared();
    const numbers = Array.from({ length: 16 }, (_, i) => i);
    const answers = await Promise.all(numbers.map(pidOf));
    expect(answers.map(({ number }) => number)).toEqual(numbers);
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);
    expect(db.countConnections()).toMatchObject({ waiting: 0 });
  });

  it('A read that fails leaves those behind it their answers.', async () => {
    await openShared();
    const divide = (by: number) => db.read<{ result: number }>('select 6 / $1::int as result', [by]);
    const outcomes = await Promise.allSettled([1, 0, 2, 0, 3].map(divide));
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value[0]!.result : one.reason.code))).toEqual([
      6,
      '22012',
      3,
      '22012',
      2,
    ]);
  });

  it('Reads behind one that the database does not understand get the same error, and not one of the driver.', async () => {
    await openShared();
    const reads = [1, 2, 3, 4, 5].map((number) => db.read('select $1::int, nothing_of_that_name', [number]));
    const outcomes = await Promise.allSettled(reads);
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(Array(5).fill('42703'));
  });

  it('Nobody is sent behind a slow read.', async () => {
    await openShared();
    const slow = [db.read<{ pid: number }>(SLOW, [1]), db.read<{ pid: number }>(SLOW, [2])];
    await new Promise((resolve) => setTimeout(resolve, 50));
    const quick = await Promise.all([pidOf(1), pidOf(2)]);
    const busy = (await Promise.all(slow)).map(([row]) => row!.pid);
    expect(new Set([...busy, ...quick.map(({ pid }) => pid)]).size).toBe(4);
  });

  it('Reads whose connection breaks are repeated on another one.', async () => {
    await openShared();
    const { pid } = await pidOf(0);
    // The one that has nothing to do is used first, so that these two are on both shared connections.
    const slow = [
      db.read<{ count: number; pid: number }>(SLOW, [3]),
      db.read<{ count: number; pid: number }>(SLOW, [4]),
    ];
    const behind = [pidOf(1), pidOf(2)];
    await asOwner({ database_url: url }, `select pg_terminate_backend(${pid})`);
    const rows = (await Promise.all(slow)).flat();
    expect(rows.map(({ count }) => count)).toEqual([666_666, 500_000]);
    expect(rows.map((row) => row.pid)).not.toContain(pid);
    expect((await Promise.all(behind)).map(({ number }) => number)).toEqual([1, 2]);
    await openShared();
  });

  it('Reads in a transaction run on the connection of the transaction.', async () => {
    const pids = await db.transact(async (tx) => {
      const read = () => tx.read<{ pid: number }>('select pg_backend_pid() as pid');
      return [...(await read()), ...(await read())];
    });
    expect(new Set(pids.map(({ pid }) => pid)).size).toBe(1);
  });

  it('Closing waits for the reads that are in flight, and leaves no connection open.', async () => {
    const other = openDb(url);
    // Over the pool, as each of them only begins to open a shared connection.
    await Promise.all([other.read('select 1'), other.read('select 1')]);
    await expect.poll(() => other.countConnections(), SOON).toEqual({ total: 4, idle: 4, waiting: 0 });
    const reads = [1, 2, 3].map((by) => other.read<{ count: number }>(SLOW, [by]));
    await Promise.all([other.close(), ...reads]);
    expect(other.countConnections()).toEqual({ total: 0, idle: 0, waiting: 0 });
  });

  it('Closing while a shared connection opens leaves none behind.', async () => {
    const other = openDb(url);
    await other.read('select 1');
    await other.close();
    expect(other.countConnections().total).toBe(0);
  });

  it('Without a database each read says so, and the reason is reported.', async () => {
    const errors: string[] = [];
    const away = openDb('postgresql://nobody@127.0.0.1:1/none', {
      onError: (error) => errors.push(String((error as Error & { code?: string }).code)),
    });
    for (const read of [1, 2]) await expect(away.read('select $1::int', [read])).rejects.toThrow('ECONNREFUSED');
    await expect.poll(() => errors, SOON).toContain('ECONNREFUSED');
    await away.close();
  });

  it('With few connections, or through a pooler, all statements go over the pool.', async () => {
    for (const options of [{ max: 2 }, { pooled: true }, { prepare: false }]) {
      const other = openDb(url, options);
      for (let i = 0; i < 3; i++) await other.read('select 1');
      expect(other.countConnections().total).toBe(1);
      await other.close();
    }
  });
});
