import * as z from 'zod/mini';
import type { BlockedPerson } from '#contract/safety.ts';
import { BLOCK_AFTER_DAYS, LIST_MAX } from '#domain/limits.ts';
import { Bool, Id, Instant } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Queryable } from '#platform/db/open.ts';
import { onlyRow, onlyValue } from '#platform/db/rows.ts';
import { daysBefore } from '#platform/lib/durations.ts';
import { faceOf, PersonRow } from '../../facts/users.ts';
import { type PostKind, REPORTABLE, reporterValues, SHARED_MISSION } from './access.ts';
import { insertBlock } from './public.ts';

export interface Report {
  reporter_id: string;
  /** The ID of the check-in or the comment. */
  id: string;
  reason: string;
}

export type Reported = 'reported' | 'already_reported' | 'report_own' | 'not_found';

const Outcome = z.object({ author_id: z.nullable(Id), created: Bool });
type Outcome = z.output<typeof Outcome>;

const outcomeOf = (row: Outcome, reporterId: string): Reported => {
  if (row.author_id === null) return 'not_found';
  if (row.author_id === reporterId) return 'report_own';
  return row.created ? 'reported' : 'already_reported';
};

/** Stores the report with the current text. The unique key allows one per person and post (docs/rules.md#accounts). */
export async function reportPost(db: Queryable, kind: PostKind, report: Report, now: Date): Promise<Reported> {
  const outcome = await onlyRow(
    db,
    Outcome,
    `with post as (${REPORTABLE[kind]}), created as (
       insert into reports (id, reporter_id, author_id, mission_id, checkin_id, comment_id, kind, content, reason, created_at)
       select $4, $1, user_id, mission_id, checkin_id, comment_id, $5, content, $6, $7 from post where user_id <> $1
       on conflict do nothing returning id
     )
     select (select user_id from post) as author_id, exists (select from created) as created`,
    [...reporterValues(report.reporter_id, report.id, now), newId(now), kind, report.reason, now],
  );
  return outcomeOf(outcome, report.reporter_id);
}

/**
 * Blocks a person who shares, or recently shared, a mission with the blocker. False for all others, whether or not they
 * exist.
 */
export async function block(db: Queryable, blockerId: string, userId: string, now: Date): Promise<boolean> {
  const known = await db.rows(`${SHARED_MISSION} union select from blocks where blocker_id = $1 and blocked_id = $2`, [
    blockerId,
    userId,
    daysBefore(now, BLOCK_AFTER_DAYS),
  ]);
  if (known.length > 0) await insertBlock(db, blockerId, userId, now);
  return known.length > 0;
}

/** Ends a block. False for a person who was not blocked and could not be. */
export const unblock = (db: Queryable, blockerId: string, userId: string, now: Date): Promise<boolean> =>
  onlyValue(
    db,
    Bool,
    `with gone as (delete from blocks where blocker_id = $1 and blocked_id = $2 returning blocked_id)
     select exists (select from gone) or exists (${SHARED_MISSION}) as known`,
    [blockerId, userId, daysBefore(now, BLOCK_AFTER_DAYS)],
  );

const BlockedRow = z.extend(PersonRow, { blocked_at: Instant });

/** Lists the people that a user blocked, newest first. */
export async function listBlocked(db: Queryable, blockerId: string): Promise<BlockedPerson[]> {
  const rows = await db.rows(
    BlockedRow,
    `select u.id as user_id, u.name, u.avatar_key, u.look, b.created_at as blocked_at
     from blocks b join users u on u.id = b.blocked_id
     where b.blocker_id = $1 order by b.created_at desc, b.blocked_id limit ${LIST_MAX}`,
    [blockerId],
  );
  return rows.map((row) => ({ ...faceOf(row), blocked_at: row.blocked_at }));
}
