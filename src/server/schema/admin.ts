import { sql } from 'drizzle-orm';
import { check, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS } from '#domain/admin.ts';
import { REASON_MAX } from '#domain/limits.ts';
import { bytes, day, instant, oneOf } from './columns.ts';

/** The operator's name and password, hashed like a user's, in one row. */
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

/** The operator's sessions. A separate table, so that it can never contain a user's token. */
export const admin_sessions = pgTable('admin_sessions', {
  id: uuid().primaryKey(),
  username: text().notNull(),
  token_hash: bytes().notNull().unique(),
  created_at: instant().notNull(),
  last_used_at: instant().notNull(),
});

/**
 * The operator's actions. Append-only: a trigger refuses every change. `target` names a thing that might be deleted by
 * now. People are named only by ID, so that a deleted account leaves no name here.
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
 * Statistics of past days (UTC), so that the operator's pages need not read every check-in. A job fills them without
 * gaps from the first day. It recounts every past day daily, because check-ins can be deleted.
 */
export const daily_figures = pgTable('daily_figures', {
  day: day().primaryKey(),
  sign_ups: integer().notNull(),
  checkins: integer().notNull(),
  counted_at: instant().notNull(),
});

/** Values that all instances with this database must agree on, such as a hash of SECRET_KEY. */
export const server_facts = pgTable('server_facts', {
  name: text().primaryKey(),
  value: text().notNull(),
});
