import type pg from 'pg';
import PgBoss from 'pg-boss';
import { SCHEMA } from './outcome.ts';

/** A job that was not done yet when a backup was written. */
export interface WaitingJob {
  /** The same as before: a mail that was sent already has its message id from it. */
  readonly id: string;
  readonly name: string;
  readonly data: object;
  /** ISO 8601 with a Z. */
  readonly start_after: string;
}

/** Stores the jobs with all their tries ahead of them, in the caller's transaction. `prepareQueue` made their queues. */
export async function insertWaitingJobs(client: pg.ClientBase, jobs: readonly WaitingJob[]): Promise<void> {
  const db: PgBoss.Db = { executeSql: (text, values) => client.query(text, values) };
  const boss = new PgBoss({ db, schema: SCHEMA, schedule: false, supervise: false, migrate: false });
  await boss.insert(jobs.map(({ id, name, data, start_after }) => ({ id, name, data, startAfter: start_after })));
}
