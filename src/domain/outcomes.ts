/** What plans make of each day of a life, as if no further check-in came. */

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

/** The states of a day. `NONE` is a day that is not the person's: before joining, say. `REST` is saved by a rest day. */
export const [NONE, CHECKED, FREE, EXCUSED, REST, MISSED, OPEN] = [0, 1, 2, 3, 4, 5, 6] as const;
/** Their names, in the same order. */
export const DAY_STATES = ['none', 'checked', 'free', 'excused', 'rest', 'missed', 'open'] as const;
export type DayState = (typeof DAY_STATES)[number];

/** The days that are looked at, `lo` to `hi`; arrays hold one byte a day, the first one for `lo`. */
export interface Frame {
  readonly today: Day;
  readonly isYesterdayAccepted: boolean;
  readonly lo: Day;
  readonly hi: Day;
  readonly away: Uint8Array;
  /** What missions ask of each day: `IN_MISSION`, `NEEDED` and `STILL_TAKES`. */
  readonly asks: Uint8Array;
  /** The states of the person's days: at first which of them are checked. */
  readonly own: Uint8Array;
}

/** One membership, with the outcomes of its days as if no further check-in came. */
export interface Plan {
  readonly m: Membership;
  /** CHECKED, EXCUSED (which is also before joining), FREE or MISSED. */
  readonly out: Uint8Array;
  /** Yesterday is missed unless it is checked in now. */
  readonly openYesterday: boolean;
  /** Missed days that rest days of the streak over all missions saved as the mission ended. */
  saved: readonly Day[];
}

export const BREAK = 1;
const TRAVEL = 2;
/** What missions say of a day: it is in one; one needs it; one that needs it still takes a check-in. */
export const [IN_MISSION, NEEDED, STILL_TAKES] = [1, 2, 4];

/** The last day that has an outcome: what was left says nothing of later ones. */
export const lastOutcome = ({ id, to, last }: Membership): Day => (id === null ? to : last);

/** The frame of a life. */
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
  // Stored sets are as long as the longest mission: the empty rest of one is not looked at.
  for (const { days, from, to } of sets)
    for (let day = from; day <= to; day += 1) if (hasDay(days, day)) own[day - lo] = CHECKED;
  return { today, isYesterdayAccepted: isYesterdayAccepted(life, clock), lo, hi, away, asks, own };
}

/**
 * Whether the plan asks for a day. Times a week do if the week cannot be kept without it, once `covered` days of the week
 * before it were checked or did not count.
 */
export const asksFor = (m: Membership, day: Day, covered: number): boolean =>
  m.times === null ? isChosen(m.weekdays, day) : m.times - covered > WEEK - 1 - ((day - m.first) % WEEK);

/** Outcomes of the days up to `to`. */
function outcomesOf(m: Membership, since: Day, to: Day, { away, lo }: Frame): Uint8Array {
  const out = new Uint8Array(away.length);
  for (let day = m.first, covered = 0; day <= to; day += 1) {
    if ((day - m.first) % WEEK === 0) covered = 0;
    const isChecked = hasDay(m.days, day);
    const counts = day >= since && away[day - lo] === 0;
    // A check-in on a day that does not count makes up for another day of its week as well.
    covered += Number(isChecked) + Number(!counts);
    out[day - lo] = isChecked ? CHECKED : !counts ? EXCUSED : asksFor(m, day, covered) ? MISSED : FREE;
  }
  return out;
}

/** The plan of a membership; adds to `asks` what it says of each day. */
export function planOf(m: Membership, frame: Frame): Plan {
  const { today, isYesterdayAccepted, lo, asks } = frame;
  const out = outcomesOf(m, m.joined, lastOutcome(m), frame);
  // What the mission asked before a return is another membership, for the streak over all missions.
  const sinceReturn = m.returned === m.joined ? out : outcomesOf(m, m.returned, m.to, frame);
  for (let day = Math.max(m.first, m.returned); day <= m.to; day += 1) {
    const state = sinceReturn[day - lo];
    asks[day - lo]! |= IN_MISSION | (state !== MISSED ? 0 : m.running ? NEEDED | STILL_TAKES : NEEDED);
  }
  const openYesterday = m.running && isYesterdayAccepted && out[today - 1 - lo] === MISSED;
  return { m, out, openYesterday, saved: [] };
}
