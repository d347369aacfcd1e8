/** Everything that happened to each user, and the streaks and numbers computed from it (docs/days.md). */
export { findUnsavedStandings } from './compare.ts';
export { endOldStandings, rebuildStreaksJob, saveLater, saveStandingJob, settleStandings } from './jobs.ts';
export {
  type LifeStanding,
  listMembersEver,
  MEMBER_TABLES,
  type MemberLife,
  MemberLifeRow,
  type MemberStanding,
  memberLifeColumns,
  memberStandingAt,
  readLife,
  readLives,
  readMembers,
  readPairs,
  readStanding,
  readStreaks,
  SavedStreaks,
  savedStreaksSql,
  standingAt,
  toMemberLife,
} from './read.ts';
export { LIFE_COLUMNS, LifeRow, pausedOnSql, toLife } from './rows.ts';
export {
  addPoints,
  forgetCheckedDays,
  NO_STANDING,
  refreshStanding,
  STANDING_AGE_DAYS,
  saveComebacks,
  saveStanding,
} from './save.ts';
