import { HOUR_MS } from '#platform/lib/durations.ts';
import { addDays, dayOf, earlierDay, type LocalDay, laterDay, startOfMinute, weekdayOf } from './days.ts';
import { lastDay } from './missions.ts';
import type { PausedDays } from './pauses.ts';
import { type DatedSchedule, isScheduledOn, WEEK, weekOf } from './schedule.ts';
import { askedDaysOf, type CheckedDay, outcomesBetween, type WeekProgress, weekProgress } from './schedule-days.ts';

/** The hour of Monday at which the weekly mail goes out, and how many hours late it may be. */
const DIGEST_HOUR = 12;
const DIGEST_LATE_HOURS = 3;

const MONDAY = 0;

/**
 * The Monday of the week whose digest may go out at `now`, or null. It is due at 12:00 in `zone` on the Monday after
 * that week, when the week's Sunday can no longer be checked in, and up to three hours later, after a server outage.
 * Throws RangeError for an unknown zone.
 */
export function digestWeek(zone: string, now: Date): LocalDay | null {
  const day = dayOf(now, zone);
  if (weekdayOf(day) !== MONDAY) return null;
  const late = now.getTime() - startOfMinute(day, DIGEST_HOUR * 60, zone).getTime();
  return late >= 0 && late < DIGEST_LATE_HOURS * HOUR_MS ? addDays(day, -WEEK) : null;
}

/** The Monday on which the digest of the week from `week` on goes out. */
export const digestDay = (week: LocalDay): LocalDay => addDays(week, WEEK);

/** A mission of the reader: its schedule, and at least the check-ins on the days that `digestDays` names. */
export interface DigestMission {
  dated: DatedSchedule;
  /** The day of the reader's first joining. */
  joined_day: LocalDay;
  checkins: readonly DigestCheckin[];
}
export interface DigestCheckin extends CheckedDay {
  points: number;
}

/** What the digest says of one mission. */
export interface DigestFigures {
  /** What `done` and `target` count: days of that week, or check-ins of a week of the mission, over or running. */
  of: 'days' | 'week' | 'running_week';
  /** The check-ins that count, never more than the target; where nothing was asked and none counts both are 0. */
  done: number;
  target: number;
  /** The other check-ins. */
  extra: number;
  points: number;
  /** The days that are told of: seven of them, from this one on. */
  from_day: LocalDay;
  checked: readonly LocalDay[];
}

/** From one day to another, both included. */
interface DayRange {
  from_day: LocalDay;
  to_day: LocalDay;
}

/** The days whose check-ins and breaks the digest of the week from `week` on depends on. */
export const digestDays = (week: LocalDay): DayRange => ({
  from_day: addDays(week, 1 - WEEK),
  to_day: addDays(week, 2 * WEEK - 2),
});

const isWithin = (day: LocalDay, { from_day, to_day }: DayRange) => from_day <= day && day <= to_day;

/**
 * What the digest of the calendar week from the Monday `week` on says of a mission; null where nothing was asked and
 * nothing done. Each check-in is told of in one digest, which is that of the week in which it was made, or in which its
 * week of the mission ended; only one of a running week, where none has ended yet, comes again (docs/rules.md#the-weekly-mail).
 */
export function digestFigures(
  mission: DigestMission,
  pauses: readonly PausedDays[],
  week: LocalDay,
): DigestFigures | null {
  const figures =
    mission.dated.schedule.kind === 'weekly' ? ofWeeks(mission, pauses, week) : ofDays(mission, pauses, week);
  return figures.target === 0 && figures.checked.length === 0 ? null : figures;
}

/** The figures of these check-ins; each of `parts` says how many were asked for, and how many of those were done. */
function figuresOf(
  of: DigestFigures['of'],
  from_day: LocalDay,
  checkins: readonly DigestCheckin[],
  parts: readonly WeekProgress[],
): DigestFigures {
  const sum = (name: 'done' | 'target') => parts.reduce((all, part) => all + part[name], 0);
  const done = sum('done');
  return {
    of,
    done,
    target: sum('target'),
    extra: checkins.length - done,
    points: checkins.reduce((all, { points }) => all + points, 0),
    from_day,
    checked: checkins.map(({ day }) => day),
  };
}

/** Of a daily mission or one of certain days: the days of the calendar week that were asked for and are checked. */
function ofDays({ dated, joined_day, checkins }: DigestMission, pauses: readonly PausedDays[], week: LocalDay) {
  const calendarWeek = { from_day: week, to_day: addDays(week, WEEK - 1) };
  const own = checkins.filter(({ day }) => isWithin(day, calendarWeek));
  const asked = askedDaysOf(dated, { joined_day, checkins: own, pauses });
  const states = outcomesBetween(asked, pauses, week, calendarWeek.to_day);
  const done = states.filter(({ day, state }) => state === 'checked' && isScheduledOn(dated.schedule, day)).length;
  const missed = states.filter(({ state }) => state === 'missed').length;
  return figuresOf('days', week, own, [{ done, target: done + missed }]);
}

/** Of times a week: the weeks of the mission that ended in the calendar week, or else the running one. */
function ofWeeks(mission: DigestMission, pauses: readonly PausedDays[], week: LocalDay): DigestFigures {
  const { dated, joined_day, checkins } = mission;
  const sunday = addDays(week, WEEK - 1);
  const last = lastDay(dated.first_day, dated.duration_days);
  const from_day = laterDay(dated.first_day, joined_day);
  // No third week of the mission has a day in the calendar week.
  const [first, second] = [weekOf(dated, week), weekOf(dated, sunday)];
  const weeks = (first.from_day === second.from_day ? [first] : [first, second]).map((days) => ({
    ...days,
    // The mission's last week may be torn. After the mission there are only check-ins from before its end was moved.
    end: days.from_day <= last ? earlierDay(days.to_day, last) : days.to_day,
    own: checkins.filter(({ day }) => isWithin(day, days)),
  }));
  const partOf = ({ from_day: begin, own }: (typeof weeks)[number]) =>
    weekProgress(dated, begin, { joined_day, checkins: own, pauses }) ?? { done: 0, target: 0 };
  const ended = weeks.filter(
    ({ end, own }) => isWithin(end, { from_day: week, to_day: sunday }) && (end >= from_day || own.length > 0),
  );
  if (ended.length > 0) {
    // Of two that ended the last seven days are shown.
    const from = ended.length === 1 ? ended[0]!.from_day : addDays(ended[1]!.end, 1 - WEEK);
    return figuresOf(
      'week',
      from,
      ended.flatMap(({ own }) => own),
      ended.map(partOf),
    );
  }
  const running = weeks.at(-1)!;
  const own = running.own.filter(({ day }) => day <= sunday);
  return figuresOf('running_week', running.from_day, own, [partOf({ ...running, own })]);
}
