import { HOUR_MS } from '#platform/lib/durations.ts';
import { addDays, dayNumber, dayOf, dayText, type LocalDay, startOfMinute, weekdayOf } from './days.ts';
import {
  type AwayTest,
  awayTest,
  type Day,
  type Life,
  listDays,
  type Membership,
  WEEK,
  weekOf,
  weekOffer,
} from './life.ts';
import { tallyBetween } from './shares.ts';
import { type MissionStanding, standing } from './standing.ts';

/** The hour of Monday when the weekly digest goes out, and by how many hours it can be late. */
const DIGEST_HOUR = 12;
const DIGEST_LATE_HOURS = 3;

const MONDAY = 0;

/**
 * Returns the Monday of the week whose digest can go out at `now`, or null. The digest is due at 12:00 in `zone` on the
 * Monday after that week, when its Sunday can no longer be checked in. After an outage it can be up to three hours
 * late. Throws RangeError for an unknown zone.
 */
export function digestWeek(zone: string, now: Date): LocalDay | null {
  const day = dayOf(now, zone);
  if (weekdayOf(day) !== MONDAY) return null;
  const late = now.getTime() - startOfMinute(day, DIGEST_HOUR * 60, zone).getTime();
  return late >= 0 && late < DIGEST_LATE_HOURS * HOUR_MS ? addDays(day, -WEEK) : null;
}

/** Returns the Monday when the digest of the week from `week` goes out. */
export const digestDay = (week: LocalDay): LocalDay => addDays(week, WEEK);

export interface DigestFigures {
  mission_id: string;
  /** The unit of `done` and `target`: days of that week, or check-ins of a mission week that ended or is running. */
  of: 'days' | 'week' | 'running_week';
  /** The check-ins that count, at most the target. Both are 0 if nothing was required and nothing counts. */
  done: number;
  target: number;
  extra: number;
  /** The first of the seven days that the digest shows. */
  from_day: LocalDay;
  checked: readonly LocalDay[];
  first_day: LocalDay;
  last_day: LocalDay;
}

interface DigestMoment {
  /** The first and last day of the digest's week. */
  readonly monday: Day;
  readonly sunday: Day;
  readonly isAway: AwayTest;
}

type Summed = Pick<DigestFigures, 'of' | 'done' | 'target'> & { readonly from: Day; readonly checked: readonly Day[] };

/**
 * Returns one week's statistics for each mission with a required day or a check-in. The week starts on the Monday
 * `week`; the state is that of noon on the next Monday. Each check-in is in the digest of its week, or of the week in
 * which its mission week ended. Only check-ins of a running week appear twice (docs/rules.md#notifications).
 */
export function digestFigures(life: Life, week: LocalDay): DigestFigures[] {
  const today = dayNumber(digestDay(week));
  const { missions } = standing(life, { today, hour: DIGEST_HOUR });
  const moment = { monday: today - WEEK, sunday: today - 1, isAway: awayTest(life, today) };
  return life.memberships.flatMap((m) => {
    const own = m.id === null ? undefined : missions.get(m.id);
    if (!own) return [];
    const { from, checked, ...summed } = m.times === null ? ofDays(m, own, moment) : ofWeeks(m, own, moment);
    if (summed.target === 0 && checked.length === 0) return [];
    return {
      ...summed,
      mission_id: m.id!,
      extra: checked.length - summed.done,
      from_day: dayText(from),
      checked: checked.map(dayText),
      first_day: dayText(m.first),
      last_day: dayText(m.last),
    };
  });
}

const checkedDays = ({ days }: Membership, from: Day, to: Day): Day[] => listDays(days, [from, to]);

/** Summarizes a daily or weekday mission: the required and the checked days of the calendar week. */
function ofDays(m: Membership, { days }: MissionStanding, { monday, sunday }: DigestMoment): Summed {
  const { counted, missed } = tallyBetween(m, days, monday, sunday);
  const checked = checkedDays(m, monday, sunday);
  return { of: 'days', done: counted, target: counted + missed, from: monday, checked };
}

/**
 * Summarizes a mission of times a week: the mission weeks that ended in the calendar week, or else the running week.
 */
function ofWeeks(m: Membership, { days }: MissionStanding, { monday, sunday, isAway }: DigestMoment): Summed {
  // A calendar week overlaps at most two mission weeks.
  const weeks = [...new Set([weekOf(m, monday), weekOf(m, sunday)])].map((from) => {
    // The mission's last week can be cut short. After the mission, only check-ins from before its end was moved exist.
    const end = from > m.last ? from + WEEK - 1 : Math.min(from + WEEK - 1, m.last);
    const { counted, missed } = tallyBetween(m, days, from, Math.min(end, sunday));
    const checked = checkedDays(m, from, Math.min(from + WEEK - 1, sunday));
    return { from, end, checked, done: counted, target: Math.max(weekOffer(m, isAway, from), counted + missed) };
  });
  const ended = weeks.filter(
    ({ end, checked }) => monday <= end && end <= sunday && (end >= Math.max(m.first, m.joined) || checked.length > 0),
  );
  const summed = ended.length === 0 ? weeks.slice(-1) : ended;
  const sum = (name: 'done' | 'target') => summed.reduce((all, part) => all + part[name], 0);
  return {
    of: ended.length === 0 ? 'running_week' : 'week',
    done: sum('done'),
    target: sum('target'),
    // If two weeks ended, show the last seven days.
    from: summed.length === 1 ? summed[0]!.from : summed[1]!.end + 1 - WEEK,
    checked: summed.flatMap(({ checked }) => checked),
  };
}
