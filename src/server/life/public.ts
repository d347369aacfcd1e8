/** The lives of users: what happened to each, read for the account of days, and what others read of it (docs/days.md). */
export { saveLater, saveStandingJob, settleStandings } from './jobs.ts';
export { lockLife, type MemberLife, readLife, readLives, readMembers, readPairs } from './read.ts';
export { type Recorded, refreshStanding, saveComebacks, saveStanding } from './save.ts';
