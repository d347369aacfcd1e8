import type { ScheduleColumns } from '#domain/schedule.ts';
import type { MissionRow } from './missions.ts';

/** SQL: whether the user is on a break on that day of their own; the arguments are SQL. */
export const isPausedOn = (user: string, day: string): string =>
  `exists (select from pauses p where p.user_id = ${user} and ${day} between p.from_day and p.to_day)`;

/** What the rules of schedules look at of a mission. */
export type ScheduledMission = ScheduleColumns & Pick<MissionRow, 'first_day' | 'duration_days' | 'completed_at'>;
