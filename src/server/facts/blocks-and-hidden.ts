/**
 * SQL that is true unless `viewer` blocked `author`; both are expressions of the statement, such as `$1` and
 * `c.user_id`. Used to hide posts and notifications; figures of a mission count everybody.
 *
 * A block is a condition of reads, not of writes. So it covers earlier posts, removing it restores everything, pages of
 * the feed stay full, and no response reveals it to the blocked person, not even by its time.
 */
export const unblocked = (viewer: string, author: string): string =>
  `not exists (select from blocks b where b.blocker_id = ${viewer} and b.blocked_id = ${author})`;

/**
 * SQL that is true when one of the two blocked the other. The notification of a nudge is not written then, because it
 * would appear when the block ends.
 */
export const blockBetween = (one: string, other: string): string =>
  `exists (select from blocks b where (b.blocker_id = ${one} and b.blocked_id = ${other})
     or (b.blocker_id = ${other} and b.blocked_id = ${one}))`;

/**
 * SQL that is true unless a check-in is hidden from the `viewer`: a hidden one is visible to its author and to the owner
 * of its mission alone. `checkin` and `mission` are aliases, `viewer` is the SQL of a user's id.
 */
export const visibleTo = ({ checkin, mission, viewer }: Record<'checkin' | 'mission' | 'viewer', string>): string =>
  `(${checkin}.hidden_at is null or ${checkin}.user_id = ${viewer} or ${mission}.owner_id = ${viewer})`;
