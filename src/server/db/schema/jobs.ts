import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** When each recurring job was last sent: the row that makes one of many instances send it. */
export const schedules = pgTable('schedules', {
  job: text().primaryKey(),
  sent_at: instant().notNull(),
});
