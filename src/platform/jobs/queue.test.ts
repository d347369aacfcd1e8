import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { expectWithin } from '#domain/testing/expect-within.ts';
import { Int, Text } from '#platform/db/columns.ts';
import { type Db, openDb } from '#platform/db/open.ts';
import type { Log } from '#platform/lib/log.ts';
import { MailRefused } from '#platform/mail/mail.ts';
import { asOwner, ownerUrl, testDatabase } from '#server/testing/test-app.ts';
import { countTries, type TestQueue, testQueue } from '#server/testing/test-queue.ts';
import { defineJob, ServerStopped } from './job.ts';
import { makeSuccessRecorder } from './outcome.ts';
import type { Queue } from './queue.ts';
import { retryDelaySeconds } from './retries.ts';
import { TAKE } from './take.ts';

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
const StoredJob = z.object({
  state: Text,
  data: z.unknown(),
  error: z.nullable(Text),
  wait: z.number(),
  attempts: Int,
});
const rows = (name: string) =>
  db.rows(
    StoredJob,
    `select state, data, error, attempts, extract(epoch from run_at - now())::float8 as wait
     from jobs where name = $1 order by run_at`,
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
  await db.rows('delete from jobs');
  runs.length = 0;
  lines.length = 0;
  fault = null;
  meanwhile = async () => undefined;
});

describe('a job in a transaction', () => {
  it('runs once after the commit, which deletes its payload', async () => {
    const before = countTries(queue);
    await send('once');
    await queue.drain();
    await queue.drain();
    expect(runs).toMatchObject([{ text: 'once', attempt: 1 }]);
    expect(await rows('note')).toMatchObject([{ state: 'done', data: null }]);
    expect(countTries(queue)).toEqual({ ...before, done: before.done + 1 });
  });

  it('does not run before the commit or after a rollback', async () => {
    const rolledBack = db.transact(async (tx) => {
      await tx.enqueue(note, { text: 'never' });
      await queue.drain();
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await queue.drain();
    expect(runs).toEqual([]);
  });

  it('is rejected if its payload does not fit or the job is not declared', async () => {
    await expect(db.transact((tx) => tx.enqueue(note, { text: 7 } as never))).rejects.toThrow();
    await expect(send('lost', unknown)).rejects.toThrow('not declared');
  });

  it('can be delayed', async () => {
    const run_at = new Date(Date.now() + 3_600_000);
    await db.transact((tx) => tx.enqueue(note, { text: 'later' }, { run_at }));
    await send('first');
    await queue.drain();
    expect(runs.map((run) => run.text)).toEqual(['first']);
    await queue.drain({ ignore_delays: true });
    expect(runs.map((run) => run.text)).toEqual(['first', 'later']);
  });
});

describe('a job that fails', () => {
  it('keeps its ID in retries and its payload after the last failure', async () => {
    fault = new Error('451 <ana@example.com> not now');
    await send('stubborn');
    await queue.drain();
    expect(runs).toHaveLength(1);
    const [waiting] = await rows('note');
    expect(waiting).toMatchObject({ state: 'waiting', error: expect.stringContaining('not now') });
    expect(waiting!.wait).toBeGreaterThan(1);
    expect(waiting!.wait).toBeLessThanOrEqual(retryDelaySeconds(1));

    await db.rows(`update jobs set run_at = now() - interval '1 second' where name = 'note'`);
    await queue.drain();
    expect((await rows('note'))[0]!.wait).toBeGreaterThan(5);
    await queue.drain({ ignore_delays: true });
    expect(runs.map((run) => run.attempt)).toEqual([1, 2, 3]);
    expect(new Set(runs.map((run) => run.job_id)).size).toBe(1);
    expect(await rows('note')).toMatchObject([{ state: 'failed', data: { text: 'stubborn' } }]);
    expect(lines.map((one) => one.level)).toEqual(['warn', 'warn', 'error']);
    expect(JSON.stringify(lines)).not.toContain('ana@');
    expect(JSON.stringify(lines)).toContain('a***@example.com');
  });

  it.each([
    ['NUL', '451 4.3.0 mailbox \0 is busy', '451 4.3.0 mailbox   is busy'],
    ['half a character', 'mailbox \ud83d is busy', 'mailbox   is busy'],
    ['100,000 letters', 'a'.repeat(100_000), 'a'.repeat(1000)],
  ])('is retried on time, with one line, when its error has %s', async (_, said, stored) => {
    fault = new Error(said);
    await send('told badly');
    await queue.drain();
    const [waiting] = await rows('note');
    expect(waiting).toMatchObject({ state: 'waiting', error: stored });
    expect(waiting!.wait).toBeLessThanOrEqual(retryDelaySeconds(1));
    expect(lines).toMatchObject([{ level: 'warn', fields: { reason: stored } }]);
  });

  it("is stored without its error's text if the database rejects that text", async () => {
    await asOwner({ database_url: url }, "alter table jobs add constraint no_boom check (error <> 'boom')");
    fault = new Error('boom');
    await send('refused');
    await queue.drain();
    await asOwner({ database_url: url }, 'alter table jobs drop constraint no_boom');
    const [waiting] = await rows('note');
    expect(waiting).toMatchObject({ state: 'waiting', error: expect.stringContaining('rejected its error text') });
    expect(waiting!.wait).toBeLessThanOrEqual(retryDelaySeconds(1));
    expect(lines).toHaveLength(1);
  });

  it('succeeds on a retry after the fault is over', async () => {
    fault = new Error('down');
    await send('patient');
    await queue.drain();
    fault = null;
    await queue.drain({ ignore_delays: true });
    expect(runs.map((run) => run.attempt)).toEqual([1, 2]);
    // The error of the first attempt might contain an email address.
    expect(await rows('note')).toMatchObject([{ state: 'done', data: null, error: null }]);
  });

  it.each([
    ['a permanent refusal', () => new MailRefused('550 unknown user')],
    ['any error marked permanent', () => Object.assign(new Error('gone'), { permanent: true })],
  ])('is not retried after %s', async (_, make) => {
    const before = countTries(queue);
    fault = make();
    await send('final');
    await queue.drain({ ignore_delays: true });
    expect(runs).toHaveLength(1);
    expect(await rows('note')).toMatchObject([{ state: 'failed' }]);
    expect(countTries(queue)).toEqual({ ...before, dead: before.dead + 1 });
    expect(lines).toMatchObject([{ level: 'error', fields: { job: 'note', attempt: 1 } }]);
  });

  it('receives an abort signal when it takes too long', async () => {
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

  it('fails without running if its payload does not fit its schema', async () => {
    await db.transact(async (tx) => {
      await tx.enqueue(note, { text: 'x' });
      await tx.rows(`update jobs set data = '{"words": 1}' where name = 'note'`);
    });
    await queue.drain({ ignore_delays: true });
    expect(runs).toEqual([]);
    expect(await rows('note')).toMatchObject([{ state: 'failed' }]);
  });

  it('blocks no other job if its payload has a different type', async () => {
    const shapes = ['null', '[]', '7', '""', '{}', '{"text": null}', '{"text": {"text": "x"}}', '[{"text": "x"}]'];
    for (const [at, shape] of shapes.entries()) {
      await send(`shape ${at}`);
      await db.rows(`update jobs set data = $1::jsonb where data->>'text' = $2`, [shape, `shape ${at}`]);
      await send(`good ${at}`);
    }
    await queue.drain();
    expect(runs.map(({ text }) => text).sort()).toEqual(shapes.map((_, at) => `good ${at}`));
    const states = (await rows('note')).map(({ state }) => state);
    expect(states.filter((state) => state === 'failed')).toHaveLength(shapes.length);
    expect(states.filter((state) => state === 'done')).toHaveLength(shapes.length);
  });

  it('waits e, e², ... seconds before a retry, at most six hours', () => {
    expect([1, 2, 10, 11].map((attempt) => Math.round(retryDelaySeconds(attempt)))).toEqual([3, 7, 22026, 22026]);
  });
});

describe('several instances and faults', () => {
  it('two instances with two slots each share forty jobs and run each job once', async () => {
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

  it('waking the queue after the commit runs a job immediately', async () => {
    const background = testQueue({ url, jobs: [note], log });
    (await background.open()).start();
    // Without the wake-up, a job waits up to two seconds for the next check.
    await expectWithin(500, async () => {
      const ran = new Promise<void>((resolve) => {
        meanwhile = async () => resolve();
      });
      await background.db.transact((tx) => tx.enqueue(note, { text: 'now' }));
      await ran;
    });
    await background.close();
    expect((await rows('note')).at(-1)).toMatchObject({ state: 'done' });
  });

  it('the background loop runs many jobs once each and marks each as done', async () => {
    const background = testQueue({ url, jobs: [note], log });
    const texts = Array.from({ length: 30 }, (_, i) => String(i));
    (await background.open()).start();
    await background.db.transact((tx) =>
      tx.enqueueAll(
        note,
        texts.map((text) => ({ text })),
      ),
    );
    const isDone = ({ state }: { state: string }) => state === 'done';
    await vi.waitFor(async () => expect((await rows('note')).filter(isDone)).toHaveLength(30), 20_000);
    await background.close();
    expect(runs.map((run) => run.text).sort()).toEqual(texts.sort());
  });

  it('jobs that finish together are marked as done in one statement and share its error', async () => {
    const statements: unknown[] = [];
    let error: Error | null = null;
    const run = async (_: string, [ids]: readonly unknown[] = []) => {
      statements.push(ids);
      if (error) throw error;
      return [];
    };
    const record = makeSuccessRecorder({ rows: run as unknown as Db['rows'] }, () => 5);
    await Promise.all([record('1'), record('2')]);
    expect(statements.splice(0)).toEqual([['1', '2']]);
    error = new Error('The database is away.');
    const outcomes = await Promise.allSettled([record('4'), record('5')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    error = null;
    statements.length = 0;
    await Promise.all([record('4'), record('5')]);
    expect(statements).toEqual([['4', '5']]);
  });

  it('a job is found within two seconds even if nothing woke this instance', async () => {
    const background = testQueue({ url, jobs: [note], log });
    (await background.open()).start();
    await delay(200);
    await expectWithin(2500, async () => {
      runs.length = 0;
      // Stores the job as another instance would.
      await send('from elsewhere');
      await vi.waitFor(() => expect(runs).toMatchObject([{ text: 'from elsewhere' }]), 20_000);
    });
    await background.close();
  });

  it('jobs run again after an outage, which the log reports once', {
    timeout: 60_000,
  }, async () => {
    const owner = new pg.Client({ connectionString: ownerUrl(url) });
    await owner.connect();
    const { rows: roles } = await owner.query<{ role: string }>(
      `select quote_ident(grantee) as role from information_schema.role_table_grants
       where table_name = 'jobs' and privilege_type = 'UPDATE' and grantee <> current_user`,
    );
    const role = roles[0]!.role;
    const background = testQueue({ url, jobs: [note], log });
    const outages = () => lines.filter(({ sentence }) => sentence === 'the job queue cannot reach the database');
    const opened = await background.open();
    for (const text of ['1', '2']) await background.db.transact((tx) => tx.enqueue(note, { text }));
    try {
      await owner.query(`revoke update on jobs from ${role}`);
      opened.start();
      await vi.waitFor(() => expect(outages()).toHaveLength(1), 20_000);
      expect(runs).toEqual([]);
    } finally {
      await owner.query(`grant update on jobs to ${role}`);
      await owner.end();
    }
    await vi.waitFor(() => expect(runs.map((run) => run.text).sort()).toEqual(['1', '2']), 20_000);
    await background.close();
    expect(outages()).toHaveLength(1);
    expect((await rows('note')).map(({ state }) => state)).toEqual(['done', 'done']);
  });
});

describe('the index of waiting jobs', () => {
  let owner: pg.Client;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: ownerUrl(url) });
    await owner.connect();
  });
  afterAll(() => owner.end());

  it('serves claims without sorting, even with a plan made for an empty table', async () => {
    await owner.query('vacuum analyze jobs');
    const taking = openDb(url, { max: 1, by_index: true });
    const client = await taking.pool.connect();
    await client.query(`prepare take (text[], int[], float8[], timestamptz) as ${TAKE}`);
    const take = `execute take ('{note}', '{8}', '{90}', null)`;
    // PostgreSQL keeps a plan after five executions.
    for (let time = 1; time <= 6; time++) await client.query(take);
    await owner.query(
      `insert into jobs (name, data, run_at)
       select 'note', '{"text": "x"}', now() + n % 2 * interval '1 day' - interval '1 minute'
       from generate_series(1, 10000) as n`,
    );
    for (const next of ['analyze jobs', 'select 1']) {
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(`explain ${take}`);
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toMatch(/Index Scan using jobs_due on jobs/);
      expect(text).toMatch(/Index Cond: .*run_at <= /);
      expect(text).not.toMatch(/Seq Scan on jobs|Sort Key: jobs/);
      await owner.query(next);
    }
    client.release();
    await taking.close();
  });
});

describe('stops and outages', () => {
  it('a stop aborts a job that may run for hours, which is retried later', {
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
    expect(reason).toBeInstanceOf(ServerStopped);
    expect(await rows('lasting')).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await background.close();
    meanwhile = async () => undefined;
    await queue.drain({ ignore_delays: true });
    expect(runs).toMatchObject([
      { text: 'hours', attempt: 1 },
      { text: 'hours', attempt: 2 },
    ]);
  });

  it('a lost connection loses no result of a job', async () => {
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
    expect(await rows('note')).toMatchObject([{ state: 'done' }]);
  });

  const kill = (attempts: number) =>
    db.rows(`update jobs set state = 'running', attempts = $1, run_at = now() + interval '1 hour'`, [attempts]);
  const passTime = () => db.rows(`update jobs set run_at = now()`);

  it("a killed process's job runs again half a minute after its timeout", async () => {
    let wait = 0;
    meanwhile = async () => {
      wait = (await rows('note'))[0]!.wait;
    };
    await send('orphan');
    await queue.drain();
    expect(wait).toBeGreaterThan(85);
    expect(wait).toBeLessThanOrEqual(90);

    await db.rows('delete from jobs');
    await send('orphan');
    await kill(1);
    await queue.drain({ ignore_delays: true });
    expect(runs).toHaveLength(1);
    await passTime();
    await queue.drain();
    expect(runs.slice(1)).toMatchObject([{ text: 'orphan', attempt: 2 }]);
    expect(await rows('note')).toMatchObject([{ state: 'done' }]);
  });

  it('a job whose last attempt was in a killed process fails without running again', async () => {
    await send('orphan');
    await kill(3);
    await passTime();
    await queue.drain();
    expect(runs).toEqual([]);
    expect(await rows('note')).toMatchObject([{ state: 'failed' }]);
    expect(lines).toMatchObject([{ level: 'error', fields: { job: 'note' } }]);
  });

  it('an attempt whose job another process took over changes nothing', async () => {
    meanwhile = async () => {
      await db.rows(`update jobs set attempts = 2`);
      throw new Error('too late');
    };
    await send('slow');
    await queue.drain();
    expect(await rows('note')).toMatchObject([{ state: 'running', attempts: 2, error: null }]);
  });
});
