import * as z from 'zod/mini';
import { AuditEntry } from '#contract/admin.ts';
import type { AuditAction } from '#domain/admin.ts';
import { Int, Text } from '#platform/db/columns.ts';
import { floorId, newId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow, onlyValue } from '#platform/db/rows.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';

const Account = z.object({ username: Text, password_hash: Text });
type Account = z.output<typeof Account>;

export const findAccount = (db: Queryable): Promise<Account | null> =>
  firstRow(db, Account, 'select username, password_hash from admin_account where id = 1');

/**
 * Stores the first account. Returns false if one exists, so of two concurrent first starts only one prints its
 * password.
 */
export const insertAccount = (db: Queryable, account: Account, now: Date): Promise<boolean> =>
  anyRow(
    db,
    `insert into admin_account (id, username, password_hash, changed_at) values (1, $1, $2, $3)
     on conflict (id) do nothing returning id`,
    [account.username, account.password_hash, now],
  );

/** Sets name and password, and ends all admin sessions. */
export async function replaceAccount(tx: Tx, account: Account, now: Date): Promise<void> {
  await tx.rows(
    `insert into admin_account (id, username, password_hash, changed_at) values (1, $1, $2, $3)
     on conflict (id) do update set username = $1, password_hash = $2, changed_at = $3`,
    [account.username, account.password_hash, now],
  );
  await tx.rows('delete from admin_sessions');
}

export async function insertAdminSession(
  tx: Tx,
  session: { username: string; token_hash: Buffer },
  now: Date,
): Promise<void> {
  await tx.rows(
    'insert into admin_sessions (id, username, token_hash, created_at, last_used_at) values ($1, $2, $3, $4, $4)',
    [newId(now), session.username, session.token_hash, now],
  );
}

export async function deleteAdminSession(db: Queryable, sessionId: string): Promise<void> {
  await db.rows('delete from admin_sessions where id = $1', [sessionId]);
}

interface Audited {
  admin: string;
  action: AuditAction;
  target_id?: string;
  target?: string;
  note?: string;
}

export async function insertAudit(tx: Queryable, entry: Audited, now: Date): Promise<void> {
  await tx.rows(
    'insert into audit_log (id, at, admin, action, target_id, target, note) values ($1, $2, $3, $4, $5, $6, $7)',
    [newId(now), now, entry.admin, entry.action, entry.target_id ?? null, entry.target ?? null, entry.note ?? ''],
  );
}

/**
 * Logs a refused sign-in unless the audit log has one of this network within the last hour. Audit rows are permanent
 * and anyone can cause them. The server's log contains every refusal.
 */
export async function insertRefusedSignIn(tx: Tx, network: string, now: Date): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('refused sign-in ' || $1, 0))`, [network]);
  const since = new Date(now.getTime() - HOUR_MS);
  const isLogged = await anyRow(
    tx,
    `select from audit_log where id >= $1 and at > $2 and at <= $3 and action = 'login_failed' and note = $4 limit 1`,
    [floorId(since), since, now, network],
  );
  // Omit the typed name: it might be a password in the wrong field.
  if (!isLogged) await insertAudit(tx, { admin: 'unknown', action: 'login_failed', note: network }, now);
}

type Shown = 'actions' | 'all';
const IS_SHOWN = "($1 = 'all' or action <> 'login_failed')";

/** Lists one page of the audit log, newest first, with the current names of users. */
export const listAudit = (db: Queryable, show: Shown, limit: number, offset: number): Promise<AuditEntry[]> =>
  db.rows(
    AuditEntry,
    `select a.id, a.at, a.admin, a.action, a.target_id, coalesce(a.target, u.name) as target, a.note
     from audit_log a left join users u on u.id = a.target_id
     where ${IS_SHOWN} order by a.id desc limit $2 offset $3`,
    [show, limit, offset],
  );

export const countAudit = (db: Queryable, show: Shown): Promise<number> =>
  onlyValue(db, Int, `select count(*) as count from audit_log where ${IS_SHOWN}`, [show]);
