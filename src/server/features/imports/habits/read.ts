import { dayNumber, isDay, type LocalDay } from '#domain/days.ts';
import { IMPORT_FIRST_DAY, type ImportSource, type LeftOutReason } from '#domain/imports.ts';
import {
  IMPORT_AMOUNT_MAX,
  IMPORT_DAYS_MAX,
  IMPORT_HABIT_MAX,
  IMPORT_HABITS_MAX,
  IMPORT_READ_HABITS_MAX,
  IMPORT_UNIT_MAX,
  LEFT_OUT_MAX,
} from '#domain/limits.ts';
import { fail } from '#platform/http/errors.ts';
import { isVisible, tidyLine } from '#platform/lib/text.ts';

/** A habit of a file with its days in any order; the amount is null for a day without one. */
export interface FoundHabit {
  readonly habit: string;
  readonly unit: string | null;
  readonly days: ReadonlyMap<LocalDay, number | null>;
}

export interface FoundHabits {
  readonly source: ImportSource;
  readonly habits: readonly FoundHabit[];
  readonly left_out: readonly { readonly habit: string; readonly reason: LeftOutReason }[];
  readonly days_left_out: number;
}

/** The reader's calendar. */
export interface Reader {
  readonly zone: string;
  readonly today: LocalDay;
}

export interface HabitDays {
  /** Adds a day; null for a date that is none. The amounts of the same day add up. */
  add(day: LocalDay | null, amount?: number | null): void;
}

export interface Collector {
  habit(name: unknown, unit?: unknown): HabitDays;
  leaveOut(name: unknown, reason: LeftOutReason): void;
  finish(source: ImportSource): FoundHabits;
}

/** The name of a habit whose own name shows nothing. */
const NAMELESS = '?';

const cut = (text: string, max: number) => tidyLine(Array.from(text).slice(0, max).join(''));
/** Half a character, which PostgreSQL cannot store. */
const LONE_SURROGATE = /\p{Cs}/gu;
/** Returns a text on one visible line; null if a reader would see nothing. */
const tidied = (text: unknown, max: number): string | null => {
  const line = typeof text === 'string' ? cut(tidyLine(text.replaceAll(LONE_SURROGATE, '')), max) : '';
  return isVisible(line) ? line : null;
};

const round = (amount: number) => Math.round(amount * 100) / 100;
/** Returns the amount of a day; null if its sum is nothing to show or too large. */
function amountOf(sum: number): number | null {
  const amount = round(sum);
  return amount > 0 && amount <= IMPORT_AMOUNT_MAX ? amount : null;
}

interface Entry {
  readonly name: string;
  readonly unit: string | null;
  readonly reason: LeftOutReason | null;
  /** The sum of each day. Null before the first day, because a file can have many habits without one. */
  sums: Map<LocalDay, number> | null;
}

/** Gives the second of a name ` (2)`, and so on, within the longest name. */
function numberNames(entries: readonly Entry[]): string[] {
  const used = new Set<string>();
  const next = new Map<string, number>();
  return entries.map(({ name }) => {
    let free = name;
    let count = next.get(name) ?? 1;
    while (used.has(free)) {
      count += 1;
      const mark = ` (${count})`;
      free = cut(name, IMPORT_HABIT_MAX - mark.length) + mark;
    }
    next.set(name, count);
    used.add(free);
    return free;
  });
}

/**
 * Collects the habits of a file. Leaves out and counts days before 2000, after `today`, and dates that are none. Throws
 * import_limit for more days or habits than a user can bring, and for more than 1,000 habits without days.
 */
export function collectHabits(today: LocalDay): Collector {
  const entries: Entry[] = [];
  let left = 0;
  let count = 0;
  let skipped = 0;
  const enter = (name: unknown, unit: unknown, reason: LeftOutReason | null) => {
    if (entries.length >= IMPORT_READ_HABITS_MAX) fail('import_limit');
    const entry: Entry = {
      name: tidied(name, IMPORT_HABIT_MAX) ?? NAMELESS,
      unit: tidied(unit, IMPORT_UNIT_MAX),
      reason,
      sums: null,
    };
    entries.push(entry);
    return entry;
  };
  return {
    habit(name, unit) {
      const entry = enter(name, unit, null);
      return {
        add(day, amount = null) {
          if (day === null || !isDay(day) || day < IMPORT_FIRST_DAY || day > today) {
            left += 1;
            return;
          }
          entry.sums ??= new Map();
          const before = entry.sums.get(day);
          if (before === undefined && ++count > IMPORT_DAYS_MAX) fail('import_limit');
          entry.sums.set(day, (before ?? 0) + (amount ?? 0));
        },
      };
    },
    leaveOut(name, reason) {
      skipped += 1;
      // The response names no more, and an export can have thousands of tasks.
      if (skipped <= LEFT_OUT_MAX) enter(name, null, reason);
    },
    finish(source) {
      const [withDays, excluded] = [entries.filter(({ sums }) => sums), entries.filter(({ sums }) => !sums)];
      // A habit that is left out must not take the name of one with days, which an earlier import could have.
      const names = numberNames([...withDays, ...excluded.slice(0, LEFT_OUT_MAX)]);
      const habits = withDays.map(({ unit, sums }, at) => ({
        habit: names[at]!,
        unit,
        days: new Map([...sums!].map(([day, sum]) => [day, amountOf(sum)])),
      }));
      if (habits.length > IMPORT_HABITS_MAX) fail('import_limit');
      return {
        source,
        habits,
        left_out: names
          .slice(withDays.length)
          .map((habit, at) => ({ habit, reason: excluded[at]!.reason ?? 'no_days' })),
        days_left_out: left,
      };
    },
  };
}

/** Sorts the days of a habit by the calendar. */
export const sortDays = (days: FoundHabit['days']): [day: LocalDay, amount: number | null][] =>
  [...days].sort(([one], [other]) => dayNumber(one) - dayNumber(other));
