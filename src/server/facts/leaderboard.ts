/**
 * Returns SQL that orders members by points, then by joining. Without a ranking it orders only by joining, so the order
 * does not reveal points. `mission` and `member` are aliases.
 */
export const leaderboardOrder = ({ mission, member }: Record<'mission' | 'member', string>): string =>
  `(case when ${mission}.board = 'stars' then ${member}.points end) desc, ${member}.joined_at, ${member}.user_id`;
