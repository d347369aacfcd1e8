import { sql } from 'drizzle-orm';
import { check, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS } from '#domain/admin.ts';
import { REASON_MAX } from '#domain/limits.ts';
import { bytes, day, instant, oneOf } from './columns.ts';

/** The operator's name and password: one row, with the password hashed as a user's is. */
export const admin_account = pgTable(
  'admin_account',
  {
    id: smallint().primaryKey().default(1),
    username: text().notNull(),
    password_hash: text().notNull(),
    changed_at: instant().notNull(),
  },
  (t) => [check('admin_account_single', sql`${t.id} = 1`)],
);

/** The operator's sessions: a table of their own, so that a user's token can never be among them. */
export const admin_sessions = pgTable('admin_sessions', {
  id: uuid().primaryKey(),
  username: text().notNull(),
  token_hash: bytes().notNull().unique(),
  created_at: instant().notNull(),
  last_used_at: instant().notNull(),
});

/**
 * What the operator did. Rows are only added: a trigger refuses every change. `target` is the name of a thing that may
 * be deleted by now; people are named by their id alone, so that deleting an account leaves no name here.
 */
export const audit_log = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey(),
    at: instant().notNull(),
    admin: text().notNull(),
    action: text().notNull(),
    target_id: uuid(),
    target: text(),
    note: text().notNull().default(''),
  },
  () => [
    oneOf('audit_log_action', 'action', AUDIT_ACTIONS),
    check('audit_log_note_length', sql.raw(`char_length(note) <= ${REASON_MAX}`)),
  ],
);

/**
 * What happened on the days (UTC) that are over, so that the operator's pages need not read every check-in. A job fills
 * it from the first day on without gaps, and counts every day again within a day, as check-ins can be deleted later.
 */
export const daily_figures = pgTable('daily_figures', {
  day: day().primaryKey(),
  sign_ups: integer().notNull(),
  checkins: integer().notNull(),
  counted_at: instant().notNull(),
});

/** What instances that share this database must agree on, such as a hash of SECRET_KEY. */
export const server_facts = pgTable('server_facts', {
  name: text().primaryKey(),
  value: text().notNull(),
});
