/**
 * SQL that orders the members of missions: as on the leaderboard (points, then joining), or, where there is no ranking, by
 * joining alone, so that no order tells of points. `mission` and `member` are aliases.
 */
export const leaderboardOrder = ({ mission, member }: Record<'mission' | 'member', string>): string =>
  `(case when ${mission}.board = 'stars' then ${member}.points end) desc, ${member}.joined_at, ${member}.user_id`;
