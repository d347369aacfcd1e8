import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Db, Tx } from '#platform/db/open.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { testDatabase } from '#server/testing/test-app.ts';
import { testQueue } from '#server/testing/test-queue.ts';
import { defineJob, type Job } from './job.ts';
import type { Queue } from './queue.ts';
import { makeTurns } from './recurring.ts';

const clock = fakeClock('2026-11-21T12:00:00Z');
let runs = 0;
const sweep = defineJob({
  name: 'sweep',
  schema: z.object({}),
  retry: { tries: 1 },
  every_s: 60,
  async handle() {
    runs++;
  },
});

/** Each `open` creates an instance on the same database. */
const { open, close } = testQueue({ url: await testDatabase(), jobs: [sweep], clock });
afterAll(close);

/** Returns how often the job runs if these instances check concurrently. */
async function countRuns(...instances: Queue[]): Promise<number> {
  const before = runs;
  await Promise.all(instances.map((queue) => queue.tick()));
  for (const queue of instances) await queue.drain();
  return runs - before;
}

describe('a recurring job', () => {
  it('runs once per interval despite many instances, restarts and clock changes', async () => {
    const [one, two, three] = [await open(), await open(), await open()];
    expect(await countRuns(one, two, three)).toBe(1);
    expect(await countRuns(one, two, three)).toBe(0);
    clock.advance(59_000);
    expect(await countRuns(one, two)).toBe(0);
    clock.advance(16_000);
    expect(await countRuns(one, two, three)).toBe(1);
    // An instance that starts during the interval claims no turn. Any instance can replace a killed one.
    const late = await open();
    expect(await countRuns(late)).toBe(0);
    clock.advance(60_000);
    expect(await countRuns(late)).toBe(1);
    // The clock goes back an hour, as when a wrong clock is corrected. The job does not wait for that hour to pass
    // again.
    clock.advance(-3_600_000);
    expect(await countRuns(one, two, three)).toBe(1);
    expect(await countRuns(late)).toBe(0);
    // A clock that goes a day ahead causes one turn, not many.
    clock.advance(86_400_000);
    expect(await countRuns(one, two, three, late)).toBe(1);
  });

  it('takes a failed turn at the next check, without blocking the turns of other jobs', async () => {
    const other = { ...sweep, name: 'other' };
    const away = new Error('The database is away.');
    const enqueued: string[] = [];
    const transact = async (work: (tx: Tx) => Promise<void>) => {
      if (enqueued.length === 0) {
        enqueued.push('refused');
        throw away;
      }
      const rows = (_: string, [name]: unknown[]) => Promise.resolve([{ job: name }]);
      const enqueue = async ({ name }: Job) => void enqueued.push(name);
      await work({ rows, enqueue } as unknown as Tx);
    };
    const look = makeTurns({ db: { transact } as unknown as Db, clock, jobs: [sweep, other] });
    await expect(look()).rejects.toThrow(away);
    expect(enqueued).toEqual(['refused', 'other']);
    await look();
    await look();
    expect(enqueued).toEqual(['refused', 'other', 'sweep']);
  });

  it('runs in the background loop', async () => {
    clock.advance(60_000);
    const before = runs;
    const queue = await open();
    queue.start();
    await vi.waitFor(() => expect(runs).toBe(before + 1), { timeout: 15_000, interval: 20 });
  });
});
