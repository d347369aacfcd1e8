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

/** What the digest says of one mission. */
export interface DigestFigures {
  mission_id: string;
  /** What `done` and `target` count: days of that week, or check-ins of a week of the mission, over or running. */
  of: 'days' | 'week' | 'running_week';
  /** The check-ins that count, never more than the target; where nothing was asked and none counts both are 0. */
  done: number;
  target: number;
  /** The other check-ins. */
  extra: number;
  /** The days that are told of: seven of them, from this one on. */
  from_day: LocalDay;
  checked: readonly LocalDay[];
  /** The mission's first and last day. */
  first_day: LocalDay;
  last_day: LocalDay;
}

/** The digest says what the account of days says at this moment. */
interface DigestMoment {
  /** The Monday and the Sunday of the week that the digest is about. */
  readonly monday: Day;
  readonly sunday: Day;
  readonly isAway: AwayTest;
}

type Summed = Pick<DigestFigures, 'of' | 'done' | 'target'> & { readonly from: Day; readonly checked: readonly Day[] };

/**
 * Returns what the digest of the calendar week from the Monday `week` on says of each mission where something was asked or
 * done, as of noon on the Monday after it. Each check-in is in one digest: in that of the week in which it was made,
 * or in which its week of the mission ended. Only one of a running week comes again (docs/rules.md#notifications).
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

/** The checked days from one day to another. */
const checkedDays = ({ days }: Membership, from: Day, to: Day): Day[] => listDays(days, [from, to]);

/** Of a daily mission or one of certain days: the days of the calendar week that were asked for and are checked. */
function ofDays(m: Membership, { days }: MissionStanding, { monday, sunday }: DigestMoment): Summed {
  const { counted, missed } = tallyBetween(m, days, monday, sunday);
  const checked = checkedDays(m, monday, sunday);
  return { of: 'days', done: counted, target: counted + missed, from: monday, checked };
}

/** Of times a week: the weeks of the mission that ended in the calendar week, or else the running one. */
function ofWeeks(m: Membership, { days }: MissionStanding, { monday, sunday, isAway }: DigestMoment): Summed {
  // No third week of the mission has a day in the calendar week.
  const weeks = [...new Set([weekOf(m, monday), weekOf(m, sunday)])].map((from) => {
    // The mission's last week may be torn. After the mission there are only check-ins from before its end was moved.
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
    // Of two that ended the last seven days are shown.
    from: summed.length === 1 ? summed[0]!.from : summed[1]!.end + 1 - WEEK,
    checked: summed.flatMap(({ checked }) => checked),
  };
}
