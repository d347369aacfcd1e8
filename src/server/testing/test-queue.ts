import { tmpdir } from 'node:os';
import { type Db, openDb } from '#platform/db/open.ts';
import { guardedHttp } from '#platform/guarded-http/guarded-http.ts';
import type { Job, JobContext } from '#platform/jobs/job.ts';
import { type Queue, startQueue } from '#platform/jobs/queue.ts';
import type { Counts } from '#platform/jobs/runner.ts';
import { makeEncryption } from '#platform/keys/encryption.ts';
import { makeSignatures } from '#platform/keys/signatures.ts';
import type { Log } from '#platform/lib/log.ts';
import { outboxMail } from '#platform/mail/local.ts';
import { readConfig } from '../app/config.ts';
import { fakeClock } from './fake-clock.ts';
import { noMedia } from './no-media.ts';
import { noPush } from './no-push.ts';

const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Options extends Partial<Pick<JobContext, 'mail' | 'clock' | 'log'>> {
  readonly url: string;
  readonly jobs: readonly Job[];
}

export interface TestQueue {
  /** Its transactions enqueue into the first open instance. */
  readonly db: Db;
  /** Opens another instance of the queue on the database. */
  open(): Promise<Queue>;
  /** Stops every instance and closes the database. */
  close(): Promise<void>;
}

/** Counts the attempts of all jobs by outcome. */
export function countTries(queue: Queue): Counts {
  const total: Counts = { done: 0, failed: 0, dead: 0 };
  for (const counts of queue.countsByJob().values())
    for (const outcome of ['done', 'failed', 'dead'] as const) total[outcome] += counts[outcome];
  return total;
}

/** Creates a queue with the test's jobs, without the rest of the app. */
export function testQueue({ url, jobs, log = SILENT, ...own }: Options): TestQueue {
  const queues: Queue[] = [];
  const clock = own.clock ?? fakeClock('2026-11-21T12:00:00Z');
  const db = openDb(url, {
    effects: {
      sendHint: () => undefined,
      get jobs() {
        return queues[0]!;
      },
      notify: async () => undefined,
    },
  });
  const context: JobContext = {
    db,
    clock,
    log,
    mail: own.mail ?? outboxMail({ data_dir: tmpdir(), from: 'a@b.example', clock, log }),
    payments: null,
    push: noPush,
    signatures: makeSignatures('of the tests'),
    encryption: makeEncryption('of the tests'),
    webhook_http: guardedHttp({ allow: [], host_requests_max: 1 }),
    config: readConfig({ PUBLIC_URL: 'http://emberkin.test', DATA_DIR: tmpdir() }),
    direct_url: url,
    ...noMedia(),
  };
  return {
    db,
    async open() {
      const queue = startQueue({ db, jobs, context });
      queues.push(queue);
      return queue;
    },
    async close() {
      for (const queue of queues) await queue.rest();
      await db.close();
    },
  };
}
