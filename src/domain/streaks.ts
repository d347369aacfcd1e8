import { DAY_MS } from '#platform/lib/durations.ts';
import { addDays, daysBetween, type LocalDay } from './days.ts';
import { EXCUSING_CHANGES_MAX, EXCUSING_WINDOW_DAYS, REST_DAY_EVERY, REST_DAYS_MAX } from './limits.ts';

/** A member's streak in one mission, in days: the counters after the last check-in. */
export type MemberStreak = { streak_days: number; streak_last_day: LocalDay | null; longest_streak: number };

/** A user's streak over all missions; `rest_days` is the number held, 0 to 2. See docs/rules.md#streaks. */
export type UserStreak = MemberStreak & { rest_days: number };

/**
 * What a streak would be if the day before its last one could still be checked in; null where no mission missed that
 * day. It is what counts while it can (docs/rules.md#yesterday).
 */
export type OpenStreak = { open_streak: number | null };

/** Answers one question about a day, such as whether it is excused. Called only for the days that a rule needs. */
export type DayTest = (day: LocalDay) => boolean;

export const NO_MEMBER_STREAK: MemberStreak = { streak_days: 0, streak_last_day: null, longest_streak: 0 };
export const NO_USER_STREAK: UserStreak = { ...NO_MEMBER_STREAK, rest_days: 0 };

/**
 * The days strictly between two days that nothing bridges; null once there are more than `max`, as a gap may be years.
 */
function missingBetween(last: LocalDay, day: LocalDay, isBridged: DayTest, max: number): LocalDay[] | null {
  const missing: LocalDay[] = [];
  for (let between = addDays(last, 1); between < day; between = addDays(between, 1)) {
    if (isBridged(between)) continue;
    if (missing.length === max) return null;
    missing.push(between);
  }
  return missing;
}

function requireLater(last: LocalDay, day: LocalDay): void {
  if (day < last) throw new RangeError(`${day} is before ${last}: rebuild the streak from its rows`);
}

function extend<State extends MemberStreak>(state: State, day: LocalDay, continues: boolean): State {
  const streakDays = continues ? state.streak_days + 1 : 1;
  const longest = Math.max(state.longest_streak, streakDays);
  return { ...state, streak_days: streakDays, streak_last_day: day, longest_streak: longest };
}

/**
 * A user's streak after a check-in on `day`, and the missed days that rest days were spent on, which the caller stores.
 * Recording the last day again changes nothing. Rest days are spent only if they save the whole gap. Throws RangeError
 * for a day before the last one: then the streak has to be rebuilt.
 */
export function recordUserDay(
  state: UserStreak,
  day: LocalDay,
  isExcused: DayTest,
): { state: UserStreak; used_rest: LocalDay[] } {
  const last = state.streak_last_day;
  if (last === day) return { state, used_rest: [] };
  if (last !== null) requireLater(last, day);
  const missing = last === null ? null : missingBetween(last, day, isExcused, state.rest_days);
  const next = extend(state, day, missing !== null);
  const usedRest = missing ?? [];
  const held = state.rest_days - usedRest.length;
  const earned = next.streak_days % REST_DAY_EVERY === 0 ? 1 : 0;
  return { state: { ...next, rest_days: Math.min(REST_DAYS_MAX, held + earned) }, used_rest: usedRest };
}

/**
 * A member's streak after a check-in on `day`. `isBridged` says whether a day is excused or was saved by a rest day; a
 * day on which the user checked in elsewhere is neither, and breaks the streak in this mission. Recording the last day
 * again changes nothing. Throws RangeError for a day before the last one: then the streak has to be rebuilt.
 */
export function recordMemberDay(state: MemberStreak, day: LocalDay, isBridged: DayTest): MemberStreak {
  const last = state.streak_last_day;
  if (last === day) return state;
  if (last !== null) requireLater(last, day);
  return extend(state, day, last !== null && missingBetween(last, day, isBridged, 0) !== null);
}

/**
 * How many of the days from `from` up to the day before `until`, none of which has a check-in, were missed: all but the
 * excused, free and rest days in `bridged`.
 */
export function countMissed(from: LocalDay, until: LocalDay, bridged: ReadonlySet<LocalDay>): number {
  let missed = Math.max(0, daysBetween(from, until));
  for (const day of bridged) if (from <= day && day < until) missed -= 1;
  return missed;
}

function missingUntil(state: UserStreak, today: LocalDay, isExcused: DayTest): LocalDay[] | null {
  if (state.streak_last_day === null) return null;
  return missingBetween(state.streak_last_day, today, isExcused, state.rest_days);
}

/**
 * Whether whole days lie between the last day of a streak and `today`. Only then does it matter what bridges them;
 * without a last day there is no streak.
 */
export const hasGap = (lastDay: LocalDay | null, today: LocalDay): boolean =>
  lastDay !== null && addDays(lastDay, 1) < today;

/**
 * Whether today is checked while yesterday, which was missed, still accepts a check-in: `accepts_yesterday` is the answer
 * of the clock.
 */
export const isOpenBehind = (
  { streak_last_day, open_streak }: Pick<MemberStreak, 'streak_last_day'> & OpenStreak,
  today: LocalDay,
  accepts_yesterday: boolean,
): boolean => accepts_yesterday && streak_last_day === today && open_streak !== null;

/** The same state with the streaks that count at present: what they would be with yesterday while that is open. */
export const stateShown = <State extends MemberStreak & OpenStreak>(
  state: State,
  today: LocalDay,
  accepts_yesterday: boolean,
): State => {
  if (!isOpenBehind(state, today, accepts_yesterday)) return state;
  const streak_days = state.open_streak ?? 0;
  return { ...state, streak_days, longest_streak: Math.max(state.longest_streak, streak_days) };
};

/**
 * A user's streak as of `today`, on the user's calendar: the counter while it reaches today or yesterday over excused
 * days and the rest days still held, otherwise 0. After travelling west the last day may lie after today. Where yesterday
 * is open, `state` is that of `stateShown`, and `isExcused` is true for it.
 */
export function currentUserStreak(state: UserStreak, today: LocalDay, isExcused: DayTest): number {
  return missingUntil(state, today, isExcused) === null ? 0 : state.streak_days;
}

/** The missed days since the last check-in that held rest days will cover if the streak goes on. */
export function coveredRestDays(state: UserStreak, today: LocalDay, isExcused: DayTest): LocalDay[] {
  return missingUntil(state, today, isExcused) ?? [];
}

/**
 * The missed days before an open yesterday that rest days cover as long as it is open, if today is checked (`isOpenBehind`).
 * `previous` is the day of the last check-in before yesterday.
 */
export function coveredBehind(
  { streak_last_day, open_streak }: UserStreak & OpenStreak,
  previous: LocalDay,
  isExcused: DayTest,
): LocalDay[] {
  if (streak_last_day === null || open_streak === null || open_streak < 2) return [];
  return missingBetween(previous, addDays(streak_last_day, -1), isExcused, REST_DAYS_MAX) ?? [];
}

/**
 * A member's streak as of `today`: the counter while it reaches today or yesterday, otherwise 0. Here `isBridged` must
 * also be true for the days of `coveredRestDays`, and for yesterday while it is open.
 */
export function currentMemberStreak(state: MemberStreak, today: LocalDay, isBridged: DayTest): number {
  if (state.streak_last_day === null) return 0;
  return missingBetween(state.streak_last_day, today, isBridged, 0) === null ? 0 : state.streak_days;
}

function inOrder(days: Iterable<LocalDay>): LocalDay[] {
  return [...new Set(days)].sort();
}

/** A user's streak from the days of all check-ins, in any order, duplicates allowed; also the rest days it spent. */
export function rebuildUser(
  days: Iterable<LocalDay>,
  isExcused: DayTest,
): { state: UserStreak; rest_days_used: LocalDay[] } {
  let state = NO_USER_STREAK;
  const restDaysUsed: LocalDay[] = [];
  for (const day of inOrder(days)) {
    const recorded = recordUserDay(state, day, isExcused);
    state = recorded.state;
    restDaysUsed.push(...recorded.used_rest);
  }
  return { state, rest_days_used: restDaysUsed };
}

/** A member's streak from the days of the check-ins in the mission, in any order, duplicates allowed. */
export function rebuildMember(days: Iterable<LocalDay>, isBridged: DayTest): MemberStreak {
  return inOrder(days).reduce((state, day) => recordMemberDay(state, day, isBridged), NO_MEMBER_STREAK);
}

/** A change of zone: when it happened, and the user's day just before and just after it. */
export type ZoneChange = { changed_at: Date; old_day: LocalDay; new_day: LocalDay };

/**
 * Whether a change of zone excuses days: it moved the calendar forward, and at most one of the changes of the 7 times 24
 * hours before did so. `excusing` are the earlier ones that excuse days, at least those of that time.
 */
export function isExcusing(change: ZoneChange, excusing: readonly Pick<ZoneChange, 'changed_at'>[]): boolean {
  const since = change.changed_at.getTime() - EXCUSING_WINDOW_DAYS * DAY_MS;
  const recent = excusing.filter(({ changed_at }) => changed_at.getTime() > since);
  return change.new_day > change.old_day && recent.length < EXCUSING_CHANGES_MAX;
}

/**
 * The days that changes of zone skipped or cut short, of those that excuse days; leaving them unchecked breaks no streak.
 * Crossing the date line and back may excuse a day before the last one recorded, so whoever stores a change rebuilds the
 * counters.
 */
export function excusedDays(excusing: readonly Pick<ZoneChange, 'old_day' | 'new_day'>[]): Set<LocalDay> {
  const excused = new Set<LocalDay>();
  for (const { old_day, new_day } of excusing)
    for (let day = old_day; day < new_day; day = addDays(day, 1)) excused.add(day);
  return excused;
}
