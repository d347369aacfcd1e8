import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { makeSignatures } from '#server/adapters/keys/signatures.ts';
import { outboxMail } from '#server/adapters/mail/local.ts';
import { type Db, openDb } from '#server/db/open.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { noPush } from '#server/testing/no-push.ts';
import { testDatabase } from '#server/testing/test-app.ts';
import { noMedia } from '../testing/no-media.ts';
import { defineJob, type Queue, startQueue } from './queue.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = fakeClock('2026-11-21T12:00:00Z');
let runs = 0;
const sweep = defineJob({
  name: 'sweep',
  schema: z.object({}),
  retry: { limit: 1 },
  every_s: 60,
  async handle() {
    runs++;
  },
});

let url: string;
let db: Db;
const queues: Queue[] = [];

/** Starts another instance on the same database. */
async function open(): Promise<Queue> {
  const mail = outboxMail({ data_dir: tmpdir(), from: 'a@b.example', clock, log: SILENT });
  const live = { hint: () => undefined };
  const site = { public_url: 'http://emberkin.test' };
  const context = {
    db,
    clock,
    mail,
    live,
    payments: null,
    config: site,
    push: noPush,
    signatures: makeSignatures('of the tests'),
    ...noMedia(),
    log: SILENT,
  };
  const queue = await startQueue({ url, jobs: [sweep], log: SILENT, context });
  queues.push(queue);
  return queue;
}

/** How often the job runs when these instances check at the same time. */
async function countRuns(...instances: Queue[]): Promise<number> {
  const before = runs;
  await Promise.all(instances.map((queue) => queue.tick()));
  for (const queue of instances) await queue.drain();
  return runs - before;
}

beforeAll(async () => {
  url = await testDatabase();
  db = openDb(url);
});
afterAll(async () => {
  for (const queue of queues) await queue.stop();
  await db.close();
});

describe('a recurring job', () => {
  it('A recurring job runs once a turn on many instances, after restarts, and whatever the clock does.', async () => {
    const [one, two, three] = [await open(), await open(), await open()];
    expect(await countRuns(one, two, three)).toBe(1);
    expect(await countRuns(one, two, three)).toBe(0);
    clock.advance(59_000);
    expect(await countRuns(one, two)).toBe(0);
    clock.advance(16_000);
    expect(await countRuns(one, two, three)).toBe(1);
    // An instance that starts during a turn does not run it; a killed one is replaced by any other.
    const fourth = await open();
    expect(await countRuns(fourth)).toBe(0);
    clock.advance(60_000);
    expect(await countRuns(fourth)).toBe(1);
    // After a wrong clock was set back an hour, the job does not wait for that hour to pass again.
    clock.advance(-3_600_000);
    expect(await countRuns(one, two, three)).toBe(1);
    expect(await countRuns(fourth)).toBe(0);
    // A clock set a day ahead causes one run, not many.
    clock.advance(86_400_000);
    expect(await countRuns(one, two, three, fourth)).toBe(1);
  });

  it('A recurring job is run by the background worker.', async () => {
    clock.advance(60_000);
    const before = runs;
    const queue = await open();
    queue.start();
    await vi.waitFor(() => expect(runs).toBe(before + 1), { timeout: 5000, interval: 20 });
  });
});
