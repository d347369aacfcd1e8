import type { BlockedPerson } from '#contract/safety.ts';
import { daysBefore } from '#domain/durations.ts';
import { BLOCK_AFTER_DAYS, LIST_MAX, REPORT_AFTER_DAYS } from '#domain/limits.ts';
import { lookOf } from '#domain/looks.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable } from '../../db/open.ts';
import { anyRow, onlyValue } from '../../db/rows.ts';
import { avatarUrl } from '../../facts/users.ts';
import { visibleTo } from '../../facts/visibility.ts';
import { insertBlock } from './public.ts';

export interface Report {
  reporter_id: string;
  /** The id of the check-in or the comment. */
  id: string;
  reason: string;
}

export type Reported = 'reported' | 'already_reported' | 'report_own' | 'not_found';

interface Outcome {
  author_id: string | null;
  created: boolean;
}

const outcomeOf = (row: Outcome, reporterId: string): Reported => {
  if (row.author_id === null) return 'not_found';
  if (row.author_id === reporterId) return 'report_own';
  return row.created ? 'reported' : 'already_reported';
};

/**
 * SQL for a check-in `c`: whether the user $1 sees what was posted at `posted`, or saw it before they left, which was
 * after $3. Hidden check-ins are visible to their author and the mission's owner alone.
 */
const visible = (posted: string) => `join missions m on m.id = c.mission_id
  join members mb on mb.mission_id = c.mission_id and mb.user_id = $1
    and (mb.left_at is null or mb.left_at > $3 and ${posted} <= mb.left_at)
  where ${visibleTo({ checkin: 'c', mission: 'm', viewer: '$1' })}`;

/** Selects the post $2. A removed comment has no text left to report. */
const POSTS = {
  checkin: `select c.user_id, c.mission_id, c.id as checkin_id, null::uuid as comment_id, c.content
    from checkins c ${visible('c.created_at')} and c.id = $2 for key share of c`,
  comment: `select x.user_id, c.mission_id, c.id as checkin_id, x.id as comment_id, x.content
    from comments x join checkins c on c.id = x.checkin_id ${visible('x.created_at')}
    and x.id = $2 and x.removed_at is null for key share of x, c`,
};
export type PostKind = keyof typeof POSTS;

/** Whether the post is there for the user to report. */
export async function isReportable(
  db: Queryable,
  kind: PostKind,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  return anyRow(db.rows, POSTS[kind], [userId, id, daysBefore(now, REPORT_AFTER_DAYS)]);
}

/**
 * Stores the report with the current text; the unique key allows one for each person and post (docs/rules.md#safety).
 */
export async function reportPost(db: Queryable, kind: PostKind, report: Report, now: Date): Promise<Reported> {
  const [row] = await db.rows<Outcome>(
    `with post as (${POSTS[kind]}), created as (
       insert into reports (id, reporter_id, author_id, mission_id, checkin_id, comment_id, kind, content, reason, created_at)
       select $4, $1, user_id, mission_id, checkin_id, comment_id, $5, content, $6, $7 from post where user_id <> $1
       on conflict do nothing returning id
     )
     select (select user_id from post) as author_id, exists (select from created) as created`,
    [...[report.reporter_id, report.id, daysBefore(now, REPORT_AFTER_DAYS)], ...[newId(now), kind, report.reason, now]],
  );
  return outcomeOf(row!, report.reporter_id);
}

/**
 * SQL: whether $2 is or was in a mission that $1 is in, as former members still have posts there, or in one that $1 left
 * after $3, and not only since then.
 */
const SHARED_MISSION = `select from members own join members other on other.mission_id = own.mission_id and other.user_id = $2
  where own.user_id = $1 and (own.left_at is null or own.left_at > $3 and other.joined_at <= own.left_at)`;

/** Blocks somebody with whom the blocker shares a mission or did lately. False for anybody else, known or not. */
export async function block(db: Queryable, blockerId: string, userId: string, now: Date): Promise<boolean> {
  const known = await db.rows(`${SHARED_MISSION} union select from blocks where blocker_id = $1 and blocked_id = $2`, [
    blockerId,
    userId,
    daysBefore(now, BLOCK_AFTER_DAYS),
  ]);
  if (known.length > 0) await insertBlock(db, blockerId, userId, now);
  return known.length > 0;
}

/** Ends a block. False for somebody who was neither blocked nor could be. */
export const unblock = (db: Queryable, blockerId: string, userId: string, now: Date): Promise<boolean> =>
  onlyValue(
    db.rows,
    `with gone as (delete from blocks where blocker_id = $1 and blocked_id = $2 returning blocked_id)
     select exists (select from gone) or exists (${SHARED_MISSION}) as known`,
    [blockerId, userId, daysBefore(now, BLOCK_AFTER_DAYS)],
  );

/** The people whom a user has blocked, newest first. */
export async function listBlocked(db: Queryable, blockerId: string): Promise<BlockedPerson[]> {
  const rows = await db.rows<BlockedPerson>(
    `select u.id as user_id, u.name, u.avatar_key as avatar_url, u.look, b.created_at as blocked_at
     from blocks b join users u on u.id = b.blocked_id
     where b.blocker_id = $1 order by b.created_at desc, b.blocked_id limit ${LIST_MAX}`,
    [blockerId],
  );
  return rows.map((row) => ({ ...row, avatar_url: avatarUrl(row.avatar_url), look: lookOf(row.user_id, row.look) }));
}
