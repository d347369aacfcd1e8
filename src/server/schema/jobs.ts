import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * The queue. A finished job has lost its payload; finished and failed jobs are deleted later (docs/rules.md#operator).
 */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    data: jsonb(),
    state: text({ enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    /**
     * When the job is due, by the database's clock; for a running job, when its process counts as dead. Finer than
     * other instants, because the queue claims in this order, and a job rounded up would not be due yet.
     */
    run_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Started attempts. */
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed. */
    error: text(),
    ended_at: instant(),
  },
  (t) => [
    index('jobs_due').on(t.name, t.run_at, t.id).where(sql`${t.state} in ('waiting', 'running')`),
    index('jobs_ended').on(t.state, t.ended_at).where(sql`${t.state} in ('done', 'failed')`),
    check('jobs_state', sql`${t.state} in ('waiting', 'running', 'done', 'failed')`),
  ],
);

/** When each recurring job was last enqueued. The row lets only one of many instances enqueue it. */
export const recurring_jobs = pgTable('recurring_jobs', {
  job: text().primaryKey(),
  sent_at: instant().notNull(),
});
