import { addDays, dayOf, daysBetween, earlierDay, type LocalDay, laterDay, weekdayOf } from './days.ts';
import { IDLE_DAYS_AHEAD_MAX, IDLE_DAYS_SHORT_MAX } from './limits.ts';
import { lastDay } from './missions.ts';
import { type PausedDays, pausedDays, pauseOn } from './pauses.ts';
import {
  type DatedSchedule,
  isScheduledOn,
  type Schedule,
  uncountedInWeek,
  WEEK,
  WEEKDAYS,
  weekOf,
  weekTarget,
} from './schedule.ts';
import { acceptsYesterday } from './yesterday.ts';

/** A day on which a member checked in; an extra one is nothing that the schedule asked for. */
export interface CheckedDay {
  day: LocalDay;
  is_extra: boolean;
}

const countedIn = (checkins: readonly CheckedDay[], from: LocalDay, to: LocalDay) =>
  checkins.filter(({ day, is_extra }) => !is_extra && day >= from && day <= to).length;

/**
 * Whether a check-in for `day` is beyond the schedule, and so earns nothing: its weekday is not chosen, or its week
 * holds all the check-ins that the schedule wants. `earlier` are the check-ins made before it, at least those of its
 * week.
 */
export function isExtra(dated: DatedSchedule, day: LocalDay, earlier: readonly CheckedDay[]): boolean {
  if (!isScheduledOn(dated.schedule, day)) return true;
  if (dated.schedule.kind !== 'weekly') return false;
  const { from_day, to_day } = weekOf(dated, day);
  return countedIn(earlier, from_day, to_day) >= dated.schedule.times;
}

/** What the rules of a schedule look at of a member. */
export interface ScheduledMember {
  joined_day: LocalDay;
  /** At least the check-ins of the weeks that are looked at. */
  checkins: readonly CheckedDay[];
  /** The days of breaks and travel (`awayDays`), which overlap nowhere. */
  pauses: readonly PausedDays[];
}

/** How many check-ins a week asks of a member, and how many it has that count. */
export interface WeekProgress {
  done: number;
  target: number;
}

/**
 * How a member stands in the week of a weekly schedule that holds `day`. `offered` check-ins count as due: never more
 * than the days that count from joining on. The target is never below the check-ins that count and the days that are
 * missed without another one, as in a week that a break has shortened. Null for other schedules, and outside of the mission.
 */
function countWeek(
  dated: DatedSchedule,
  day: LocalDay,
  member: ScheduledMember,
): (WeekProgress & { offered: number }) | null {
  const last = lastDay(dated.first_day, dated.duration_days);
  if (dated.schedule.kind !== 'weekly' || day < dated.first_day || day > last) return null;
  const week = weekOf(dated, day);
  const from = laterDay(dated.first_day, member.joined_day);
  const counting = Math.max(0, WEEK - uncountedInWeek(week, from, last, member.pauses));
  const until = earlierDay(week.to_day, last);
  const done = countedIn(member.checkins, week.from_day, until);
  const states = outcomesBetween(askedDaysOf(dated, member), member.pauses, week.from_day, until);
  const missed = states.filter(({ state }) => state === 'missed').length;
  const offered = Math.min(weekTarget(dated, day, member.pauses), counting);
  return { done, target: Math.max(done + missed, offered), offered };
}

/** The check-ins of the week that holds `day`, and its target (`countWeek`). */
export function weekProgress(dated: DatedSchedule, day: LocalDay, member: ScheduledMember): WeekProgress | null {
  const week = countWeek(dated, day, member);
  return week && { done: week.done, target: week.target };
}

/** What the schedule means for a member today. */
export interface DueToday {
  /** A check-in of today would be one that the schedule asks for. */
  due_today: boolean;
  /** Without a check-in today closes as missed. */
  needed_today: boolean;
  extra_today: boolean;
  week: ({ from_day: LocalDay; to_day: LocalDay } & WeekProgress) | null;
}

/**
 * What the schedule means for a member today. `can_check_in` says that today is an unchecked day of a mission that is
 * not completed. The week ends with the mission. A needed day is always due (docs/rules.md#schedules).
 */
export function dueToday(
  dated: DatedSchedule,
  today: LocalDay,
  member: ScheduledMember & { can_check_in: boolean },
): DueToday {
  const { can_check_in, checkins, pauses } = member;
  const week = countWeek(dated, today, member);
  const { from_day, to_day } = weekOf(dated, today);
  const last = lastDay(dated.first_day, dated.duration_days);
  const is_wanted = isScheduledOn(dated.schedule, today) && (week === null || week.done < week.offered);
  return {
    due_today: can_check_in && pauseOn(pauses, today) === undefined && is_wanted,
    needed_today: can_check_in && isMissedIfUnchecked(dated, today, member),
    extra_today: can_check_in && isExtra(dated, today, checkins),
    week: week && { from_day, to_day: earlierDay(to_day, last), done: week.done, target: week.target },
  };
}

/**
 * What a schedule makes of a day that is over: checked; uncounted (before joining, or in a break); free; or missed.
 */
export type DayOutcome = 'checked' | 'uncounted' | 'free' | 'missed';

/**
 * The outcomes of the days number `from` to `to` of a mission, counted from its first day, which is 0. `from` begins a
 * week. The outcome of a day depends on itself and earlier days alone: an unchecked day of times a week is missed if
 * the week can no longer be kept without it, whatever comes later (docs/rules.md#schedules).
 */
export function dayOutcomes(
  { schedule, first_day }: Pick<DatedSchedule, 'schedule' | 'first_day'>,
  from: number,
  to: number,
  member: { isChecked: (at: number) => boolean; isCounted: (at: number) => boolean },
): DayOutcome[] {
  const states: DayOutcome[] = [];
  const first = weekdayOf(first_day);
  const wanted = WEEKDAYS.map((day) => schedule.kind !== 'weekdays' || schedule.days.includes(day));
  let covered = 0;
  for (let at = from; at <= to; at += 1) {
    const day = at % WEEK;
    if (day === 0) covered = 0;
    const [is_checked, is_counted] = [member.isChecked(at), member.isCounted(at)];
    // A check-in on a day that does not count stands for another day of its week as well.
    covered += Number(is_checked) + Number(!is_counted);
    if (is_checked || !is_counted) {
      states.push(is_checked ? 'checked' : 'uncounted');
      continue;
    }
    const is_missed =
      schedule.kind === 'weekly' ? schedule.times - covered > WEEK - 1 - day : wanted[(first + day) % WEEK]!;
    states.push(is_missed ? 'missed' : 'free');
  }
  return states;
}

/** What a mission asked of one user, who was in it from `from_day` to `to_day`. */
export interface AskedDays {
  schedule: Schedule;
  first_day: LocalDay;
  /** When the user joined, which may be long before the mission asks for anything. */
  joined_day: LocalDay;
  from_day: LocalDay;
  to_day: LocalDay;
  /** The checked days in the mission, at least those of the weeks that are looked at. */
  checked: readonly LocalDay[];
}

export interface MembershipDays extends AskedDays {
  /** Whether the user is still in the mission and it is not completed, so that a check-in may be accepted. */
  is_running: boolean;
}

/** The days from `since` to `until` on which the mission asked of the user, with their outcomes. */
export function outcomesBetween(
  asked: AskedDays,
  pauses: readonly PausedDays[],
  since: LocalDay,
  until: LocalDay,
): { day: LocalDay; state: DayOutcome }[] {
  const numberOf = (day: LocalDay) => daysBetween(asked.first_day, day);
  const [from, to] = [numberOf(laterDay(since, asked.from_day)), numberOf(earlierDay(until, asked.to_day))];
  if (to < from) return [];
  const checked = new Set(asked.checked.map(numberOf));
  const joined = numberOf(asked.from_day);
  const away = pauses.map(({ from_day, to_day }) => [numberOf(from_day), numberOf(to_day)] as const);
  const begin = from - (from % WEEK);
  const states = dayOutcomes(asked, begin, to, {
    isChecked: (at) => checked.has(at),
    isCounted: (at) => at >= joined && !away.some(([first, last]) => first <= at && at <= last),
  });
  return states.slice(from - begin).map((state, at) => ({ day: addDays(asked.first_day, from + at), state }));
}

/** Days in a row that no mission asked about, both included. */
export interface IdleStretch extends PausedDays {
  /** Whether they are few enough to bridge the user's own streak. */
  bridges: boolean;
}

/** Whether an idle stretch is short enough; days away in it are not counted. */
function isShort(stretch: PausedDays, asked: readonly AskedDays[], away: ReadonlySet<LocalDay>): boolean {
  const counted: LocalDay[] = [];
  for (let day = stretch.from_day; day <= stretch.to_day; day = addDays(day, 1)) {
    if (away.has(day)) continue;
    counted.push(day);
    if (counted.length > IDLE_DAYS_AHEAD_MAX) return false;
  }
  const latest = counted[IDLE_DAYS_SHORT_MAX - 1];
  if (counted.length <= IDLE_DAYS_SHORT_MAX || latest === undefined) return true;
  return asked.some((one) => one.joined_day <= latest && one.from_day > latest && one.to_day >= latest);
}

/**
 * The stretches of days from `since` to `until` that no mission asked about and nothing in `checked` is for. One of at
 * most 21 days bridges the user's own streak; one of at most 42 does if by its 21st day the user was in a mission still
 * to begin. Of a longer one no day does (docs/rules.md#idle-stretches).
 */
export function idleStretches(
  asked: readonly AskedDays[],
  pauses: readonly PausedDays[],
  { since, until, checked = [] }: { since: LocalDay; until: LocalDay; checked?: Iterable<LocalDay> | undefined },
): IdleStretch[] {
  const spans = [...asked, ...Array.from(checked, (day) => ({ from_day: day, to_day: day }))]
    .filter(({ from_day, to_day }) => from_day <= to_day)
    .sort((a, b) => (a.from_day < b.from_day ? -1 : 1));
  const away = pausedDays(pauses);
  const stretches: IdleStretch[] = [];
  let begin = since;
  const end = addDays(until, 1);
  for (const { from_day, to_day } of [...spans, { from_day: end, to_day: end }]) {
    const stretch = { from_day: begin, to_day: addDays(earlierDay(from_day, end), -1) };
    if (stretch.from_day <= stretch.to_day) stretches.push({ ...stretch, bridges: isShort(stretch, asked, away) });
    begin = laterDay(begin, addDays(to_day, 1));
  }
  return stretches;
}

/**
 * The days from `since` to `until` that bridge the user's own streak because nothing was asked of them: those that every
 * mission which asked about them left free, and those of short idle stretches. `checked` are the days with check-ins.
 */
export function freeDays(
  asked: readonly AskedDays[],
  pauses: readonly PausedDays[],
  { since, until, checked }: { since: LocalDay; until: LocalDay; checked?: Iterable<LocalDay> | undefined },
): Set<LocalDay> {
  const free = new Set<LocalDay>();
  const wanted = new Set<LocalDay>();
  for (const one of asked)
    for (const { day, state } of outcomesBetween(one, pauses, since, until))
      if (state === 'free') free.add(day);
      else if (state !== 'uncounted') wanted.add(day);
  for (const day of wanted) free.delete(day);
  const short = idleStretches(asked, pauses, { since, until, checked }).filter(({ bridges }) => bridges);
  for (const day of pausedDays(short)) free.add(day);
  return free;
}

/**
 * Whether some running mission of a user missed `day`, on which the user has no check-in at all. In one that has ended
 * nobody can check in any more.
 */
export const isMissedDay = (asked: readonly MembershipDays[], pauses: readonly PausedDays[], day: LocalDay): boolean =>
  asked.some((one) => one.is_running && outcomesBetween(one, pauses, day, day)[0]?.state === 'missed');

/**
 * Whether a mission of a user wants a check-in on the user's own today. For one that the user has left, `to_day` counts
 * as its end.
 */
export function isDueToday(asked: AskedDays, pauses: readonly PausedDays[], today: LocalDay): boolean {
  const { schedule, first_day, joined_day, from_day, to_day, checked } = asked;
  if (today < from_day || today > to_day) return false;
  // An extra check-in comes after all that are asked for, so here it makes no difference.
  const checkins = checked.map((day) => ({ day, is_extra: false }));
  const duration_days = daysBetween(first_day, to_day) + 1;
  // A check-in for a later day closes today (checkinDay).
  const can_check_in = !checked.some((day) => day >= today);
  const member = { can_check_in, joined_day, checkins, pauses };
  return dueToday({ schedule, first_day, duration_days }, today, member).due_today;
}

/** What the mission asks of a member from joining on. */
export function askedDaysOf(
  { schedule, first_day, duration_days }: DatedSchedule,
  { joined_day, checkins }: ScheduledMember,
): AskedDays {
  const to_day = lastDay(first_day, duration_days);
  const from_day = laterDay(first_day, joined_day);
  return { schedule, first_day, joined_day, from_day, to_day, checked: checkins.map(({ day }) => day) };
}

/** Whether `day` closes as missed for a member unless it is checked; false for a checked one. */
export const isMissedIfUnchecked = (dated: DatedSchedule, day: LocalDay, member: ScheduledMember): boolean =>
  outcomesBetween(askedDaysOf(dated, member), member.pauses, day, day)[0]?.state === 'missed';

/** A member whose yesterday may be open. */
interface CheckingMember extends ScheduledMember {
  zone: string;
  /** When the member last changed it; null if never. */
  zone_changed_at: Date | null;
  streak_last_day: LocalDay | null;
  open_streak: number | null;
}

/**
 * Whether a member's yesterday would close as missed in a mission that is not completed, and still accepts a check-in:
 * such a day is not over. See docs/rules.md#yesterday.
 */
export function isYesterdayNeeded(dated: DatedSchedule, member: CheckingMember, now: Date): boolean {
  if (!acceptsYesterday(now, member.zone, member.zone_changed_at)) return false;
  const { streak_last_day, open_streak } = member;
  const today = dayOf(now, member.zone);
  if (streak_last_day !== null && streak_last_day >= today) return streak_last_day === today && open_streak !== null;
  const yesterday = addDays(today, -1);
  return streak_last_day !== yesterday && isMissedIfUnchecked(dated, yesterday, member);
}

/**
 * The days from `since` to `until` that the mission leaves free for a member, which bridge the streak in the mission.
 */
export function freeDaysOfMember(
  dated: DatedSchedule,
  member: ScheduledMember,
  since: LocalDay,
  until: LocalDay,
): Set<LocalDay> {
  if (dated.schedule.kind === 'daily') return new Set();
  const days = outcomesBetween(askedDaysOf(dated, member), member.pauses, since, until);
  return new Set(days.filter(({ state }) => state === 'free').map(({ day }) => day));
}

/** A member as sums of days look at it. */
export interface OpenMember extends ScheduledMember {
  today: LocalDay;
  /** Yesterday would close as missed, and can still be checked in: it is not over. */
  is_yesterday_open: boolean;
}

/** A member of whose days those before `open_from` are over. */
export interface CountedMember extends ScheduledMember {
  today: LocalDay;
  /** An open yesterday, else today; in a completed mission the day after its last one, for every day is over. */
  open_from: LocalDay;
}

/**
 * Of a member's last 7 days of the mission up to today: how many check-ins count (`done`), and how many days were asked
 * for (`total`), which are those and the missed ones. Today is asked for only once it is checked. The check-ins are at
 * least those of the last two weeks of the mission.
 */
export function stitchesOfWeek(dated: DatedSchedule, member: CountedMember): { done: number; total: number } {
  const asked = askedDaysOf(dated, member);
  const until = earlierDay(member.today, asked.to_day);
  const since = addDays(until, 1 - WEEK);
  const missed = outcomesBetween(asked, member.pauses, since, until).filter(
    ({ day, state }) => state === 'missed' && day < member.open_from,
  ).length;
  const done = countedIn(member.checkins, laterDay(since, asked.from_day), until);
  return { done, total: done + missed };
}
