import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** When each recurring job was last enqueued: the row lets one of many instances enqueue it. */
export const recurring_jobs = pgTable('recurring_jobs', {
  job: text().primaryKey(),
  sent_at: instant().notNull(),
});
