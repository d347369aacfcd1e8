import { type DayBits, hasDay } from './day-bits.ts';
import { daysBetween, type LocalDay, weekdayOf } from './days.ts';
import type { PausedDays } from './pauses.ts';
import { type DatedSchedule, WEEK, WEEKDAYS } from './schedule.ts';
import { dayOutcomes } from './schedule-days.ts';

/** What became of a member's days of a mission, and what those to come still ask. */
export interface DayTally {
  /** Checked days that the schedule asked for, days away included. */
  counted_checkins: number;
  /** Days that are over and were missed, those that a rest day saved included. */
  missed_days: number;
  /** Both of them, and the check-ins that the other days still ask for. */
  planned_days: number;
}

/** A member whose days are counted. */
export interface TalliedMember {
  /** The day of the first joining. */
  joined_day: LocalDay;
  /** The days away (`awayDays`). */
  pauses: readonly PausedDays[];
  /** The checked days, numbered from the mission's first day. */
  days: DayBits;
  /** As `CountedMember` says. */
  open_from: LocalDay;
}

/**
 * Counts a member's own days of a mission, which are those from the first joining to the last day. Every share, percentage
 * and number of stitches comes from here, so that no two places differ (docs/rules.md#shares).
 */
export function tallyDays(dated: DatedSchedule, { joined_day, pauses, days, open_from }: TalliedMember): DayTally {
  const { schedule, first_day, duration_days } = dated;
  const [joined, open] = [daysBetween(first_day, joined_day), daysBetween(first_day, open_from)];
  const isAway = new Uint8Array(duration_days);
  for (const { from_day, to_day } of pauses) {
    const to = daysBetween(first_day, to_day);
    if (to >= 0) isAway.fill(1, Math.max(0, daysBetween(first_day, from_day)), to + 1);
  }
  const states = dayOutcomes(dated, 0, duration_days - 1, {
    isChecked: (at) => hasDay(days, at),
    isCounted: (at) => at >= joined && isAway[at] === 0,
  });
  const first = weekdayOf(first_day);
  const isChosen = WEEKDAYS.map((day) => schedule.kind !== 'weekdays' || schedule.days.includes(day));
  const tally = { counted_checkins: 0, missed_days: 0, planned_days: 0 };
  let checkedInWeek = 0;
  for (let at = 0; at < states.length; at += 1) {
    const state = states[at];
    if (at % WEEK === 0) checkedInWeek = 0;
    if (state === 'checked') {
      checkedInWeek += 1;
      const isAsked = schedule.kind === 'weekly' ? checkedInWeek <= schedule.times : isChosen[(first + at) % WEEK]!;
      if (at < joined || !isAsked) continue;
      tally.counted_checkins += 1;
    } else if (state !== 'missed') continue;
    else if (at < open) tally.missed_days += 1;
    tally.planned_days += 1;
  }
  return tally;
}

/**
 * The share of a member's days in whole percent: of the check-ins that count and the missed days it is the former. It is
 * 100 only where none was missed, and 0 while none counts.
 */
export function shareSinceJoining({ counted_checkins, missed_days }: Omit<DayTally, 'planned_days'>): number {
  if (counted_checkins === 0) return 0;
  if (missed_days === 0) return 100;
  return Math.min(99, Math.round((100 * counted_checkins) / (counted_checkins + missed_days)));
}
