/** The trackers whose exports can be read, and plain tables. */
export const IMPORT_SOURCES = ['loop', 'habittrove', 'table_habit', 'habitica', 'csv'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** Why a habit of a file is left out: a target not to exceed, a task, deleted, another kind, or without a day. */
export const LEFT_OUT_REASONS = ['at_most', 'task', 'deleted', 'type', 'no_days'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** The first day that an import can contain. */
export const IMPORT_FIRST_DAY = '2000-01-01';
