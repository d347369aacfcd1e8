/**
 * Returns SQL that is true unless `viewer` blocked `author`. Both are SQL expressions, such as `$1` and `c.user_id`. It
 * hides posts and notifications; mission statistics include everyone. A block filters reads, not writes: it also hides
 * older posts, removing it restores everything, and pages of the feed stay full. No response reveals a block to the
 * blocked person, not even by its duration.
 */
export const unblocked = (viewer: string, author: string): string =>
  `not exists (select from blocks b where b.blocker_id = ${viewer} and b.blocked_id = ${author})`;

/**
 * Returns SQL that is true if either user blocked the other. Such a pair gets no nudge notification, because it would
 * appear when the block ends.
 */
export const blockBetween = (one: string, other: string): string =>
  `exists (select from blocks b where (b.blocker_id = ${one} and b.blocked_id = ${other})
     or (b.blocker_id = ${other} and b.blocked_id = ${one}))`;

/**
 * Returns SQL that is true if the viewer may see the check-in. Only its author and the mission's owner see a hidden
 * check-in. `checkin` and `mission` are aliases; `viewer` is the SQL of a user ID.
 */
export const visibleTo = ({ checkin, mission, viewer }: Record<'checkin' | 'mission' | 'viewer', string>): string =>
  `(${checkin}.hidden_at is null or ${checkin}.user_id = ${viewer} or ${mission}.owner_id = ${viewer})`;
