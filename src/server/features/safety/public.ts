/**
 * SQL that is true unless `viewer` blocked `author`; both are expressions of the statement, such as `$1` and `c.user_id`.
 * It hides posts and notifications; figures of a mission count everybody.
 */
export const unblocked = (viewer: string, author: string): string =>
  `not exists (select from blocks b where b.blocker_id = ${viewer} and b.blocked_id = ${author})`;
