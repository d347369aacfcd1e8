import type { BlockedPerson } from '#contract/safety.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable } from '../../db/open.ts';

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

/** Hidden check-ins are visible to their author and the mission's owner alone. */
const VISIBLE = `join missions m on m.id = c.mission_id
  join members mb on mb.mission_id = c.mission_id and mb.user_id = $2 and mb.left_at is null
  where (c.hidden_at is null or m.owner_id = $2 or c.user_id = $2)`;

/**
 * Stores the report with the current text; the unique key allows one for each person and post (docs/rules.md#safety).
 */
export async function reportCheckin(db: Queryable, report: Report, now: Date): Promise<Reported> {
  const [row] = await db.rows<Outcome>(
    `with post as (select c.id, c.user_id, c.mission_id, c.content from checkins c ${VISIBLE} and c.id = $3
       for key share of c),
     created as (
       insert into reports (id, reporter_id, author_id, mission_id, checkin_id, kind, content, reason, created_at)
       select $1, $2, user_id, mission_id, id, 'checkin', content, $4, $5 from post where user_id <> $2
       on conflict do nothing returning id
     )
     select (select user_id from post) as author_id, exists (select from created) as created`,
    [newId(now), report.reporter_id, report.id, report.reason, now],
  );
  return outcomeOf(row!, report.reporter_id);
}

/** Does the same for a comment. A removed one has no text left to report. */
export async function reportComment(db: Queryable, report: Report, now: Date): Promise<Reported> {
  const [row] = await db.rows<Outcome>(
    `with post as (
       select x.id, x.user_id, x.content, c.mission_id, c.id as checkin_id from comments x
       join checkins c on c.id = x.checkin_id ${VISIBLE} and x.id = $3 and x.removed_at is null
       for key share of x, c
     ),
     created as (
       insert into reports (id, reporter_id, author_id, mission_id, checkin_id, comment_id, kind, content, reason, created_at)
       select $1, $2, user_id, mission_id, checkin_id, id, 'comment', content, $4, $5 from post where user_id <> $2
       on conflict do nothing returning id
     )
     select (select user_id from post) as author_id, exists (select from created) as created`,
    [newId(now), report.reporter_id, report.id, report.reason, now],
  );
  return outcomeOf(row!, report.reporter_id);
}

/**
 * Blocks a current or former member of a mission that the blocker is in: former members still have posts there. False
 * for anybody else, known or not. Doing it again changes nothing.
 */
export async function block(db: Queryable, blockerId: string, userId: string, now: Date): Promise<boolean> {
  const [row] = await db.rows<{ known: boolean }>(
    `with known as (
       select from members own join members other on other.mission_id = own.mission_id and other.user_id = $2
       where own.user_id = $1 and own.left_at is null
       union select from blocks where blocker_id = $1 and blocked_id = $2
     ), created as (
       insert into blocks (blocker_id, blocked_id, created_at)
       select $1, $2, $3 where exists (select from known) on conflict do nothing
     )
     select exists (select from known) as known`,
    [blockerId, userId, now],
  );
  return row!.known;
}

/** Ends a block. False for somebody who was neither blocked nor could be. */
export async function unblock(db: Queryable, blockerId: string, userId: string): Promise<boolean> {
  const [row] = await db.rows<{ known: boolean }>(
    `with gone as (delete from blocks where blocker_id = $1 and blocked_id = $2 returning blocked_id)
     select exists (select from gone) or exists (
       select from members own join members other on other.mission_id = own.mission_id and other.user_id = $2
       where own.user_id = $1 and own.left_at is null
     ) as known`,
    [blockerId, userId],
  );
  return row!.known;
}

/** The people whom a user has blocked, newest first. */
export async function listBlocked(db: Queryable, blockerId: string): Promise<BlockedPerson[]> {
  const rows = await db.rows<BlockedPerson>(
    `select u.id as user_id, u.name, u.avatar_key as avatar_url, b.created_at as blocked_at
     from blocks b join users u on u.id = b.blocked_id
     where b.blocker_id = $1 order by b.created_at desc, b.blocked_id limit ${LIST_MAX}`,
    [blockerId],
  );
  return rows.map((row) => ({ ...row, avatar_url: avatarUrl(row.avatar_url) }));
}
