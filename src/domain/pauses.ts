import { addDays, type LocalDay } from './days.ts';

/** Why a user takes a break; nobody else learns it. */
export const PAUSE_REASONS = ['ill', 'away', 'other'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** A break on its user's own calendar, both days included. */
export type PausedDays = { from_day: LocalDay; to_day: LocalDay };

/** All days of these breaks. */
export function pausedDays(pauses: readonly PausedDays[]): Set<LocalDay> {
  const days = new Set<LocalDay>();
  for (const { from_day, to_day } of pauses)
    for (let day = from_day; day <= to_day; day = addDays(day, 1)) days.add(day);
  return days;
}
