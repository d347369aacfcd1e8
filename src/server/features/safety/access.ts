import { REPORT_AFTER_DAYS } from '#domain/limits.ts';
import type { Queryable } from '#platform/db/open.ts';
import { anyRow } from '#platform/db/rows.ts';
import { fail } from '#platform/http/errors.ts';
import { daysBefore } from '#platform/lib/durations.ts';
import { visibleTo } from '../../facts/blocks-and-hidden.ts';
import { ownHabitOfAuthor } from '../../facts/own-habits.ts';
import type { UserRow } from '../../facts/users.ts';

/**
 * SQL for a check-in `c` that user $1 may see: posted at `posted`, and before they left if they left after $3. Only the
 * author and the mission's owner see hidden check-ins.
 */
const visible = (posted: string) => `join missions m on m.id = c.mission_id
  join members mb on mb.mission_id = c.mission_id and mb.user_id = $1
    and (mb.left_at is null or mb.left_at > $3 and ${posted} <= mb.left_at)
  where ${visibleTo({ checkin: 'c', mission: 'm', viewer: '$1' })}`;

/**
 * SQL for the post $2 if user $1 can report it. A check-in starts with its author's own habit.
 * A removed comment has no text left to report.
 */
export const REPORTABLE = {
  checkin: `select c.user_id, c.mission_id, c.id as checkin_id, null::uuid as comment_id,
      concat_ws(e'\\n', ${ownHabitOfAuthor({ mission: 'm', checkin: 'c' })}, nullif(c.content, '')) as content
    from checkins c ${visible('c.created_at')} and c.id = $2 for key share of c`,
  comment: `select x.user_id, c.mission_id, c.id as checkin_id, x.id as comment_id, x.content
    from comments x join checkins c on c.id = x.checkin_id ${visible('x.created_at')}
    and x.id = $2 and x.removed_at is null for key share of x, c`,
};
export type PostKind = keyof typeof REPORTABLE;

/** Returns the parameters of a `REPORTABLE` statement. */
export const reporterValues = (userId: string, id: string, now: Date) => [
  userId,
  id,
  daysBefore(now, REPORT_AFTER_DAYS),
];

/** Creates the check that a user can report a post of this kind; 404 otherwise. */
export const requireReporter =
  (kind: PostKind) =>
  async (db: Queryable, user: Pick<UserRow, 'id'>, id: string, { now }: { now: Date }): Promise<void> => {
    if (!(await anyRow(db, REPORTABLE[kind], reporterValues(user.id, id, now)))) fail(`${kind}_not_found`);
  };

/**
 * SQL for whether $1 can block $2, a current or former member of a mission that $1 is in or left after $3. Former
 * members count, because their posts remain. In a mission that $1 left, $2 must have joined before that.
 */
export const SHARED_MISSION = `select from members own join members other on other.mission_id = own.mission_id and other.user_id = $2
  where own.user_id = $1 and (own.left_at is null or own.left_at > $3 and other.joined_at <= own.left_at)`;
