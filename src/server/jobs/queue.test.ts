import pg from 'pg';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Log } from '#server/adapters/log.ts';
import { MailRefused } from '#server/adapters/mail/mail.ts';
import { testDatabase } from '#server/testing/test-app.ts';
import { type TestQueue, testQueue } from '../testing/test-queue.ts';
import { defineJob, retryDelaySeconds } from './job.ts';
import type { Queue } from './queue.ts';

let url: string;
let db: TestQueue['db'];
let open: TestQueue['open'];
let close: TestQueue['close'];
let queue: Queue;
const lines: { level: string; fields: object; sentence: string }[] = [];
const line = (level: string) => (fields: object, sentence: string) => void lines.push({ level, fields, sentence });
const log: Log = { info: line('info'), warn: line('warn'), error: line('error') };

/** The payload, attempt and id of each run. */
const runs: { text: string; attempt: number; job_id: string }[] = [];
let fault: unknown = null;
let meanwhile: (signal: AbortSignal) => Promise<void> = async () => undefined;

const note = defineJob({
  name: 'note',
  schema: z.object({ text: z.string() }),
  retry: { tries: 3 },
  parallel: 2,
  async handle({ text }, { attempt, job_id, signal }) {
    runs.push({ text, attempt, job_id });
    await meanwhile(signal);
    if (fault) throw fault;
  },
});
const hasty = defineJob({ ...note, name: 'hasty', retry: { tries: 1, timeout_s: 0.05 } });
const lasting = defineJob({ ...note, name: 'lasting', retry: { tries: 2, timeout_s: 3600 } });
const unknown = defineJob({ ...note, name: 'never-declared' });

const send = (text: string, job = note) => db.transact((tx) => tx.enqueue(job, { text }));
const rows = (name: string) =>
  db.rows<{ state: string; data: unknown; wait: number; retry_count: number }>(
    `select state, data, retry_count, extract(epoch from start_after - now())::float8 as wait
     from jobs.job where name = $1 order by created_on`,
    [name],
  );

beforeAll(async () => {
  const own = new URL(await testDatabase());
  own.searchParams.set('application_name', 'queue-under-test');
  url = own.href;
  ({ db, open, close } = testQueue({ url, jobs: [note, hasty, lasting], log }));
  queue = await open();
});
afterAll(() => close());
beforeEach(async () => {
  await db.rows('delete from jobs.job');
  runs.length = 0;
  lines.length = 0;
  fault = null;
  meanwhile = async () => undefined;
});

describe('a job in a transaction', () => {
  it('A job runs once after the commit, and its payload is deleted then.', async () => {
    const before = queue.counts();
    await send('once');
    await queue.drain();
    await queue.drain();
    expect(runs).toMatchObject([{ text: 'once', attempt: 1 }]);
    expect(await rows('note')).toMatchObject([{ state: 'completed', data: null }]);
    expect(queue.counts()).toEqual({ ...before, done: before.done + 1 });
  });

  it('A job does not run while its transaction is open or after it rolled back.', async () => {
    const rolledBack = db.transact(async (tx) => {
      await tx.enqueue(note, { text: 'never' });
      await queue.drain();
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await queue.drain();
    expect(runs).toEqual([]);
  });

  it('Sending a payload that does not fit, or to an undeclared queue, throws.', async () => {
    await expect(db.transact((tx) => tx.enqueue(note, { text: 7 } as never))).rejects.toThrow();
    await expect(send('lost', unknown)).rejects.toThrow('not declared');
  });

  it('A job can be delayed, and of several jobs with one singleton key one runs.', async () => {
    const start_after = new Date(Date.now() + 3_600_000);
    await db.transact((tx) => tx.enqueue(note, { text: 'later' }, { start_after }));
    const once = { singleton_key: 'k', singleton_seconds: 3600 };
    for (const text of ['first', 'second']) await db.transact((tx) => tx.enqueue(note, { text }, once));
    await queue.drain();
    expect(runs.map((run) => run.text)).toEqual(['first']);
    await queue.drain({ ignore_delays: true });
    expect(runs.map((run) => run.text)).toEqual(['first', 'later']);
  });
});

describe('a job that fails', () => {
  it('A failing job is retried later as the same job, and ends in the dead-letter queue.', async () => {
    fault = new Error('451 <ana@example.com> not now');
    await send('stubborn');
    await queue.drain();
    expect(runs).toHaveLength(1);
    const [waiting] = await rows('note');
    expect(waiting).toMatchObject({ state: 'retry' });
    expect(waiting!.wait).toBeGreaterThan(1);
    expect(waiting!.wait).toBeLessThanOrEqual(retryDelaySeconds(1));

    await db.rows(`update jobs.job set start_after = now() - interval '1 second' where name = 'note'`);
    await queue.drain();
    expect((await rows('note'))[0]!.wait).toBeGreaterThan(5);
    await queue.drain({ ignore_delays: true });
    expect(runs.map((run) => run.attempt)).toEqual([1, 2, 3]);
    expect(new Set(runs.map((run) => run.job_id)).size).toBe(1);
    expect(await rows('note')).toMatchObject([{ state: 'failed' }]);
    expect(await rows('note-dead')).toMatchObject([{ state: 'created', data: { text: 'stubborn' } }]);
    expect(lines.map((one) => one.level)).toEqual(['warn', 'warn', 'error']);
    expect(JSON.stringify(lines)).not.toContain('ana@');
    expect(JSON.stringify(lines)).toContain('a***@example.com');
  });

  it('A failed job succeeds on a retry after the fault is over.', async () => {
    fault = new Error('down');
    await send('patient');
    await queue.drain();
    fault = null;
    await queue.drain({ ignore_delays: true });
    expect(runs.map((run) => run.attempt)).toEqual([1, 2]);
    expect(await rows('note')).toMatchObject([{ state: 'completed' }]);
  });

  it.each([
    ['a permanent refusal', () => new MailRefused('550 unknown user')],
    ['any error marked permanent', () => Object.assign(new Error('gone'), { permanent: true })],
  ])('A job that fails with %s is not retried.', async (_, make) => {
    const before = queue.counts();
    fault = make();
    await send('final');
    await queue.drain({ ignore_delays: true });
    expect(runs).toHaveLength(1);
    expect(await rows('note')).toMatchObject([{ state: 'failed' }]);
    expect(queue.counts()).toEqual({ ...before, dead: before.dead + 1 });
    expect(lines).toMatchObject([{ level: 'error', fields: { job: 'note', attempt: 1 } }]);
  });

  it('A job that takes too long gets an abort signal.', async () => {
    let aborted = false;
    meanwhile = (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve();
        });
      });
    await send('slow', hasty);
    await queue.drain();
    expect(aborted).toBe(true);
    expect(await rows('hasty')).toMatchObject([{ state: 'failed' }]);
  });

  it('A job whose payload an older release wrote fails without running.', async () => {
    await db.transact(async (tx) => {
      await tx.enqueue(note, { text: 'x' });
      await tx.rows(`update jobs.job set data = '{"words": 1}' where name = 'note'`);
    });
    await queue.drain({ ignore_delays: true });
    expect(runs).toEqual([]);
    expect(await rows('note')).toMatchObject([{ state: 'failed' }]);
  });

  it('The delay before a retry is e, e², ... seconds, at most six hours.', () => {
    expect([1, 2, 10, 11].map((attempt) => Math.round(retryDelaySeconds(attempt)))).toEqual([3, 7, 22026, 22026]);
  });
});

describe('several instances and faults', () => {
  it('Two instances share forty jobs, each run once, with two at a time in each.', async () => {
    let running = 0;
    let most = 0;
    meanwhile = async () => {
      most = Math.max(most, ++running);
      await db.rows('select pg_sleep(0.01)');
      running--;
    };
    const other = await open();
    for (let i = 0; i < 40; i++) await send(String(i));
    await Promise.all([queue.drain(), other.drain()]);
    expect(runs.map((run) => Number(run.text)).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('Waking the queue after the commit runs a job at once.', async () => {
    const background = testQueue({ url, jobs: [note], log });
    (await background.open()).start();
    const ran = new Promise<void>((resolve) => {
      meanwhile = async () => resolve();
    });
    const sent = performance.now();
    await background.db.transact((tx) => tx.enqueue(note, { text: 'now' }));
    await ran;
    expect(performance.now() - sent).toBeLessThan(1000);
    await background.close();
    expect(await rows('note')).toMatchObject([{ state: 'completed' }]);
  });

  it('A try that may last for hours fails before the stop of its process ends, and is made again later.', {
    timeout: 30_000,
  }, async () => {
    const background = testQueue({ url, jobs: [note, lasting], log });
    const stopping = await background.open();
    stopping.start();
    let reason: unknown;
    const begun = new Promise<void>((resolve) => {
      meanwhile = (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(reason);
          });
          resolve();
        });
    });
    await background.db.transact((tx) => tx.enqueue(lasting, { text: 'hours' }));
    await begun;
    await stopping.rest();
    expect(reason).toEqual(new Error('The server stopped meanwhile.'));
    expect(await rows('lasting')).toMatchObject([{ state: 'retry', retry_count: 0 }]);
    await background.close();
    meanwhile = async () => undefined;
    await queue.drain({ ignore_delays: true });
    expect(runs).toMatchObject([
      { text: 'hours', attempt: 1 },
      { text: 'hours', attempt: 2 },
    ]);
  });

  it('Lost connections do not lose the outcome of a job.', async () => {
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    meanwhile = async () => {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'queue-under-test' and pid <> pg_backend_pid()`,
      );
    };
    await send('survivor');
    await queue.drain();
    await queue.drain();
    await admin.end();
    expect(runs).toMatchObject([{ text: 'survivor', attempt: 1 }]);
    expect(await rows('note')).toMatchObject([{ state: 'completed' }]);
  });

  it('A job that a killed process was running is run again.', async () => {
    await send('orphan');
    await db.rows(
      `update jobs.job set state = 'active', started_on = now() - interval '1 hour' where name = 'note' and state = 'created'`,
    );
    await queue.drain();
    expect(runs).toEqual([]);
    // This is what the maintenance of every instance does on its own, twice a minute.
    const maintenance = new PgBoss({ connectionString: url, schema: 'jobs', supervise: false, schedule: false });
    await maintenance.start();
    await maintenance.expire();
    await maintenance.stop({ graceful: false });
    await queue.drain({ ignore_delays: true });
    expect(runs).toMatchObject([{ text: 'orphan', attempt: 2 }]);
  });
});
