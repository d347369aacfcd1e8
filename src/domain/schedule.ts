/** How a mission asks for its days: every one, a number of them in each week, or certain weekdays. */
export const SCHEDULE_KINDS = ['daily', 'weekly', 'weekdays'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];
