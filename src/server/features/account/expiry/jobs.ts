import { join } from 'node:path';
import {
  ADMIN_IDLE_MINUTES,
  ADMIN_MAX_HOURS,
  IDEMPOTENCY_HOURS,
  KNOWN_SIGN_IN_DAYS,
  SESSION_IDLE_DAYS,
  SESSION_MAX_DAYS,
} from '#domain/limits.ts';
import {
  AMOUNT_WRITE_RETENTION_DAYS,
  API_TOKEN_RETENTION_DAYS,
  DELETIONS_LISTED_DAYS,
  DONE_JOB_RETENTION_DAYS,
  FAILED_JOB_RETENTION_DAYS,
  MAIL_FILE_RETENTION_DAYS,
  PAYMENT_EVENT_RETENTION_DAYS,
  TAKEN_BACK_RETENTION_DAYS,
  UNKNOWN_JOB_RETENTION_DAYS,
  WEBHOOK_RETENTION_DAYS,
} from '#domain/retention.ts';
import { floorId } from '#platform/db/ids.ts';
import type { Db } from '#platform/db/open.ts';
import { defineRecurring } from '#platform/jobs/job.ts';
import { deleteUnknownJobs } from '#platform/jobs/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { removeStaleFiles } from '#platform/storage/stale-files.ts';

const BATCH = 1000;

/** Which rows of a table expire: those whose `column` is at or before `limit`. */
interface Expired {
  readonly table: string;
  readonly state?: string;
  readonly key: 'id' | 'key' | 'ctid' | 'checkin_id';
  readonly column: string;
  readonly limit: Date | string | number;
}

/** Lists what expires in the tables of all features. Expired rows already grant nothing; this only frees space. */
function listExpired(now: Date): Expired[] {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [id, key, ctid] = ['id', 'key', 'ctid'] as const;
  return [
    { table: 'sessions', key: id, column: 'last_used_at', limit: ago(SESSION_IDLE_DAYS * DAY_MS) },
    // IDs sort by creation time.
    { table: 'sessions', key: id, column: 'id', limit: floorId(ago(SESSION_MAX_DAYS * DAY_MS)) },
    { table: 'amount_writes', key: id, column: 'id', limit: floorId(ago(AMOUNT_WRITE_RETENTION_DAYS * DAY_MS)) },
    { table: 'admin_sessions', key: id, column: 'last_used_at', limit: ago(ADMIN_IDLE_MINUTES * MINUTE_MS) },
    { table: 'admin_sessions', key: id, column: 'created_at', limit: ago(ADMIN_MAX_HOURS * HOUR_MS) },
    { table: 'known_sign_ins', key: ctid, column: 'last_at', limit: ago(KNOWN_SIGN_IN_DAYS * DAY_MS) },
    { table: 'reset_tokens', key: id, column: 'expires_at', limit: now },
    { table: 'api_tokens', key: id, column: 'expires_at', limit: ago(API_TOKEN_RETENTION_DAYS * DAY_MS) },
    { table: 'rate_limits', key, column: 'expire', limit: now.getTime() },
    { table: 'payment_events', key: id, column: 'received_at', limit: ago(PAYMENT_EVENT_RETENTION_DAYS * DAY_MS) },
    { table: 'webhook_deliveries', key: id, column: 'created_at', limit: ago(WEBHOOK_RETENTION_DAYS * DAY_MS) },
    { table: 'webhook_claims', key, column: 'claimed_at', limit: ago(WEBHOOK_RETENTION_DAYS * DAY_MS) },
    { table: 'jobs', state: 'done', key: id, column: 'ended_at', limit: ago(DONE_JOB_RETENTION_DAYS * DAY_MS) },
    { table: 'jobs', state: 'failed', key: id, column: 'ended_at', limit: ago(FAILED_JOB_RETENTION_DAYS * DAY_MS) },
    // Tables whose key has several columns use `ctid`, the location of the row.
    { table: 'idempotency_keys', key: ctid, column: 'created_at', limit: ago(IDEMPOTENCY_HOURS * HOUR_MS) },
    { table: 'deleted_checkins', key: 'checkin_id', column: 'deleted_at', limit: ago(DELETIONS_LISTED_DAYS * DAY_MS) },
    { table: 'taken_back', key: ctid, column: 'taken_back_at', limit: ago(TAKEN_BACK_RETENTION_DAYS * DAY_MS) },
  ];
}

/** Deletes up to BATCH rows and returns how many. Locked rows wait for the next run. */
async function deleteBatch(db: Db, { table, state, key, column, limit }: Expired): Promise<number> {
  const inState = state === undefined ? '' : `state = '${state}' and`;
  const rows = await db.rows(
    // An array makes PostgreSQL look up the keys. With a join, the planner reads the whole table.
    `delete from ${table} where ${key} = any(array(
       select ${key} from ${table} where ${inState} ${column} <= $1 order by ${column} limit ${BATCH} for update skip locked
     )) returning ${key}`,
    [limit],
  );
  return rows.length;
}

/** Deletes expired rows, unknown jobs and old outbox files once a day (docs/rules.md#operator). */
export const deleteExpired = defineRecurring({
  name: 'forget-expired',
  retry: { timeout_s: (30 * MINUTE_MS) / SECOND_MS },
  every_s: DAY_MS / SECOND_MS,
  needs_clock: true,
  handle: async ({ db, clock, config, known_jobs, signal }) => {
    const now = clock.now();
    for (const expired of listExpired(now))
      for (let full = true; full && !signal.aborted; ) full = (await deleteBatch(db, expired)) === BATCH;
    await deleteUnknownJobs(db, known_jobs, new Date(now.getTime() - UNKNOWN_JOB_RETENTION_DAYS * DAY_MS));
    await removeStaleFiles(join(config.data_dir, 'outbox'), MAIL_FILE_RETENTION_DAYS * DAY_MS, now);
  },
});
