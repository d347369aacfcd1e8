/** The outcome of each day of a life, if no other check-in comes. */

import {
  type Clock,
  type Day,
  hasDay,
  isChosen,
  isYesterdayAccepted,
  type Life,
  type Membership,
  rangeOf,
  WEEK,
} from './life.ts';

/** The states of a day. `NONE` is not the person's day, for example before joining. A rest day saved `REST`. */
export const [NONE, CHECKED, FREE, EXCUSED, REST, MISSED, OPEN] = [0, 1, 2, 3, 4, 5, 6] as const;
export const DAY_STATES = ['none', 'checked', 'free', 'excused', 'rest', 'missed', 'open'] as const;
export type DayState = (typeof DAY_STATES)[number];

/** The computed days, `lo` to `hi`. Arrays have one byte per day, the first one for `lo`. */
export interface Frame {
  readonly today: Day;
  readonly isYesterdayAccepted: boolean;
  readonly lo: Day;
  readonly hi: Day;
  readonly away: Uint8Array;
  /** What missions require of each day: `IN_MISSION`, `NEEDED` and `STILL_TAKES`. */
  readonly asks: Uint8Array;
  /** The states of the person's days. At first, only checked days are set. */
  readonly own: Uint8Array;
}

export interface Plan {
  readonly m: Membership;
  /** CHECKED, EXCUSED (also before joining), FREE or MISSED. */
  readonly out: Uint8Array;
  /** Whether yesterday is missed unless it is checked in now. */
  readonly openYesterday: boolean;
  /** Missed days that rest days of the person's own streak had saved when the mission ended. */
  saved: readonly Day[];
}

export const BREAK = 1;
const TRAVEL = 2;
/** Flags of a day: it is in a mission; a mission needs it; a mission that needs it still accepts a check-in. */
export const [IN_MISSION, NEEDED, STILL_TAKES] = [1, 2, 4];

/** Returns the last day with an outcome. A membership that was left has none after it. */
export const lastOutcome = ({ id, to, last }: Membership): Day => (id === null ? to : last);

/** Builds the frame of a life. */
export function frameOf(life: Life, clock: Clock): Frame {
  const { today } = clock;
  const sets = [life.archived, ...life.memberships.map(({ days }) => days)].flatMap((days) => {
    const range = rangeOf(days);
    return range === null ? [] : [{ days, from: range[0], to: range[1] }];
  });
  const firsts = [...life.memberships.map((m) => Math.min(m.first, m.joined)), ...sets.map(({ from }) => from)];
  const lo = Math.min(today, ...firsts) - WEEK;
  const hi = Math.max(today, ...sets.map(({ to }) => to));
  const size = Math.max(hi, ...life.memberships.map(lastOutcome)) - lo + WEEK + 1;
  const [away, asks, own] = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)];
  for (const { from, to, kind } of life.away)
    for (let at = Math.max(from - lo, 0); at <= to - lo && at < size; at += 1)
      if (kind === 'break') away[at] = BREAK;
      else if (at + lo < today) away[at] ||= TRAVEL;
  // A stored set is as long as the longest mission, so skip its empty rest.
  for (const { days, from, to } of sets)
    for (let day = from; day <= to; day += 1) if (hasDay(days, day)) own[day - lo] = CHECKED;
  return { today, isYesterdayAccepted: isYesterdayAccepted(life, clock), lo, hi, away, asks, own };
}

/**
 * Returns true if the schedule requires a day. Times a week do if the week fails without it. `covered` counts the
 * earlier days of the week that were checked or do not count.
 */
export const asksFor = (m: Membership, day: Day, covered: number): boolean =>
  m.times === null ? isChosen(m.weekdays, day) : m.times - covered > WEEK - 1 - ((day - m.first) % WEEK);

function outcomesOf(m: Membership, since: Day, to: Day, { away, lo }: Frame): Uint8Array {
  const out = new Uint8Array(away.length);
  for (let day = m.first, covered = 0; day <= to; day += 1) {
    if ((day - m.first) % WEEK === 0) covered = 0;
    const isChecked = hasDay(m.days, day);
    const counts = day >= since && away[day - lo] === 0;
    // A check-in on a day that does not count also makes up for another day of its week.
    covered += Number(isChecked) + Number(!counts);
    out[day - lo] = isChecked ? CHECKED : !counts ? EXCUSED : asksFor(m, day, covered) ? MISSED : FREE;
  }
  return out;
}

/** Builds the plan of a membership and adds its flags to `asks`. */
export function planOf(m: Membership, frame: Frame): Plan {
  const { today, isYesterdayAccepted, lo, asks } = frame;
  const out = outcomesOf(m, m.joined, lastOutcome(m), frame);
  // For the person's own streak, the time before a return is a separate membership.
  const sinceReturn = m.returned === m.joined ? out : outcomesOf(m, m.returned, m.to, frame);
  for (let day = Math.max(m.first, m.returned); day <= m.to; day += 1) {
    const state = sinceReturn[day - lo];
    asks[day - lo]! |= IN_MISSION | (state !== MISSED ? 0 : m.running ? NEEDED | STILL_TAKES : NEEDED);
  }
  const openYesterday = m.running && isYesterdayAccepted && out[today - 1 - lo] === MISSED;
  return { m, out, openYesterday, saved: [] };
}
