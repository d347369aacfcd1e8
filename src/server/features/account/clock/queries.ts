import * as z from 'zod/mini';
import { API_TOKEN_DAYS_MAX, FIRST_PASSWORD_DAYS, INVITATION_DAYS, WEBHOOK_ROTATION_HOURS } from '#domain/limits.ts';
import { Bool, Id } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { MAIL_TRIES, retryDelaySeconds } from '#platform/jobs/retries.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { STANDING_AGE_DAYS } from '../../../life/public.ts';

/**
 * Instants that are less than this too far ahead stay: they pass within the day. A clock that is a few hours behind
 * therefore changes nothing.
 */
export const LEFT_MS = DAY_MS;

/** The longest wait of a job or a delivery: the last back-off, or the lease of a nightly backup. */
const LONGEST_WAIT_MS = Math.max(retryDelaySeconds(MAIL_TRIES) * 1000, 6 * HOUR_MS) + HOUR_MS;

/** A column of instants, with how far in the future they may be. */
interface Compared {
  readonly table: string;
  readonly column: string;
  /** 0 for instants in the past. */
  readonly ahead_ms: number;
  /** What replaces an instant that is too far ahead: the present, or the furthest allowed instant. */
  readonly to: 'now' | 'limit';
  /** A condition on the rows that lets the update use an index. */
  readonly where?: string;
}

const happened = (table: string, ...columns: string[]): Compared[] =>
  columns.map((column) => ({ table, column, ahead_ms: 0, to: 'now' }));
const expires = (table: string, column: string, ahead_ms: number): Compared[] => [
  { table, column, ahead_ms, to: 'limit' },
];
const waits = (table: string, column: string, where?: string): Compared[] => [
  { table, column, ahead_ms: LONGEST_WAIT_MS, to: 'now', ...(where === undefined ? {} : { where }) },
];

/** Every stored instant that blocks something, or keeps it valid too long, if it is too far ahead. */
export const COMPARED: readonly Compared[] = [
  ...happened('sessions', 'created_at', 'last_used_at'),
  ...happened('admin_sessions', 'created_at', 'last_used_at'),
  ...happened('api_tokens', 'last_used_at'),
  ...expires('api_tokens', 'expires_at', API_TOKEN_DAYS_MAX * DAY_MS),
  ...expires('reset_tokens', 'expires_at', FIRST_PASSWORD_DAYS * DAY_MS),
  ...happened('known_sign_ins', 'last_at'),
  ...happened('users', 'moved_at', 'checkins_seen_at'),
  ...happened('zone_changes', 'changed_at'),
  // `now` makes the rows due, so they are saved again.
  { table: 'standing_ends', column: 'at', ahead_ms: STANDING_AGE_DAYS * DAY_MS, to: 'now' },
  ...happened('notifications', 'read_at'),
  ...happened('missions', 'edited_at'),
  ...happened('members', 'joined_at', 'returned_at', 'left_at', 'removed_at'),
  ...happened('idempotency_keys', 'created_at'),
  ...happened('photo_uploads', 'sent_at'),
  ...happened('invitations', 'created_at'),
  ...expires('invitations', 'expires_at', INVITATION_DAYS * DAY_MS),
  ...happened('invitation_sends', 'sent_at'),
  ...happened('invitation_mails', 'sent_at'),
  ...happened('reminder_sends', 'due_at'),
  ...happened('subscriptions', 'checked_at'),
  ...happened('webhooks', 'created_at', 'last_success_at', 'sending_since'),
  ...expires('webhooks', 'previous_until', WEBHOOK_ROTATION_HOURS * HOUR_MS),
  ...waits('webhooks', 'next_send_at'),
  ...waits('webhook_deliveries', 'next_attempt_at', "state = 'pending'"),
];

/** Corrects the instants of one column. Returns how many were too far ahead. */
export async function bringBack(
  db: Queryable,
  { table, column, ahead_ms, to, where = 'true' }: Compared,
  now: Date,
): Promise<number> {
  const limit = new Date(now.getTime() + ahead_ms);
  const rows = await db.rows(`update ${table} set ${column} = $1 where ${where} and ${column} > $2 returning 1`, [
    to === 'now' ? now : limit,
    new Date(limit.getTime() + LEFT_MS),
  ]);
  return rows.length;
}

/** Makes jobs due that wait longer than any back-off, by the clock of the database. Returns how many. */
export async function bringBackJobs(db: Queryable): Promise<number> {
  const rows = await db.rows(
    `update jobs set run_at = now()
     where state in ('waiting', 'running') and run_at > now() + $1::float8 * interval '1 millisecond' returning 1`,
    [LONGEST_WAIT_MS + LEFT_MS],
  );
  return rows.length;
}

const AHEAD = "completed_at > $1::timestamptz + $2::float8 * interval '1 millisecond'";

/** Lists the missions whose completion is more than a day ahead. */
export const listCompletedAhead = (db: Queryable, now: Date): Promise<string[]> =>
  allValues(db, Id, `select id from missions where ${AHEAD}`, [now, LEFT_MS]);

const OpenState = z.object({ is_open: Bool });

/**
 * Reopens a mission whose completion is more than a day ahead, and returns true. A mission with a next round or without
 * members stays completed, at `now`.
 */
export async function reopen(tx: Tx, missionId: string, now: Date): Promise<boolean> {
  const [found] = await tx.rows(
    OpenState,
    `update missions m set completed_at = case when stays then $1::timestamptz end, is_active = not stays
     from (select exists (select from missions n where n.previous_id = $3)
       or not exists (select from members mb where mb.mission_id = $3 and mb.left_at is null) as stays) s
     where m.id = $3 and m.${AHEAD} returning m.is_active as is_open`,
    [now, LEFT_MS, missionId],
  );
  if (!found?.is_open) return false;
  await tx.rows('update members set reward_earned = false where mission_id = $1 and reward_earned', [missionId]);
  return true;
}
