/**
 * What a life adds up to at a moment (docs/days.md). Pure: the same on the server and in the browser, without state or
 * clock.
 */

import {
  type Clock,
  countDays,
  type Day,
  hasDay,
  isChosen,
  isExtra,
  type Life,
  rangeOf,
  WEEK,
  weekOf,
  weekOffer,
} from './life.ts';
import { COMEBACK_MISSED_DAYS, IDLE_DAYS_MAX, REST_DAY_EVERY, REST_DAYS_MAX } from './limits.ts';
import {
  BREAK,
  CHECKED,
  EXCUSED,
  FREE,
  type Frame,
  frameOf,
  IN_MISSION,
  lastOutcome,
  MISSED,
  NEEDED,
  NONE,
  OPEN,
  type Plan,
  planOf,
  REST,
  STILL_TAKES,
} from './outcomes.ts';

/** One byte a day, from `from` to today or the last day. */
export interface DayStates {
  readonly from: Day;
  readonly states: Uint8Array;
}

export interface MissionStanding {
  /** The current and the longest streak in days, and the available rest days, which survive a streak. */
  readonly streak: number;
  readonly longest: number;
  readonly rest_days: number;
  /** Today: is checked; accepts a check-in; is due; would be missed; would be beyond the schedule. */
  readonly done: boolean;
  readonly can: boolean;
  readonly due: boolean;
  readonly needed: boolean;
  readonly extra: boolean;
  /** Yesterday: accepts a check-in that counts; closes as missed without one. */
  readonly can_yesterday: boolean;
  readonly open_yesterday: boolean;
  /** The current week in a mission of times a week. It is null in other missions and outside the mission's days. */
  readonly week: { readonly from: Day; readonly to: Day; readonly done: number; readonly target: number } | null;
  /**
   * Check-ins that are not extra; missed days, saved ones included; and the sum of both and the days still required.
   */
  readonly counted: number;
  readonly missed: number;
  readonly planned: number;
  /** `counted` of `counted + missed` in whole percent; 100 only if nothing was missed. */
  readonly share: number;
  /**
   * Missed days since the last check-in, and the check-ins after three or more missed days that no rest day of the
   * person's own streak saved.
   */
  readonly missed_since: number;
  readonly comebacks: readonly Day[];
  readonly days: DayStates;
}

export interface Standing {
  readonly today: Day;
  readonly streak: number;
  readonly longest: number;
  readonly rest_days: number;
  readonly starts: readonly Day[];
  /** The person's days from the first check-in. */
  readonly days: DayStates;
  /** By mission ID. */
  readonly missions: ReadonlyMap<string, MissionStanding>;
  /**
   * The half day until which streaks and rest days stay valid without events: 2 * day, + 1 for its noon. Null: always.
   */
  readonly until: number | null;
}

/** Counts a streak day by day: the person's own streak or the streak in a mission. */
class Run {
  streak = 0;
  longest = 0;
  /** Available rest days: one per seven days of a streak, at most two. They survive a streak. */
  rest = 0;
  /** The missed days since the last check-in, and how many of them nothing has saved yet. */
  gap: Day[] = [];
  unsaved = 0;
  readonly days: DayStates;

  constructor(days: DayStates) {
    this.days = days;
  }

  get goesOn(): boolean {
    return this.streak > 0 && this.unsaved <= this.rest;
  }

  miss(day: Day, isSaved = false): void {
    this.gap.push(day);
    if (!isSaved) this.unsaved += 1;
  }

  check(): void {
    const { goesOn } = this;
    if (goesOn) this.save();
    this.streak = goesOn ? this.streak + 1 : 1;
    if (this.streak % REST_DAY_EVERY === 0) this.rest = Math.min(REST_DAYS_MAX, this.rest + 1);
    this.longest = Math.max(this.longest, this.streak);
    this.gap = [];
    this.unsaved = 0;
  }

  /** Spends rest days on the whole gap, also on days that the person's own streak has saved. */
  save(): void {
    for (const day of this.gap) this.days.states[day - this.days.from] = REST;
    this.rest = Math.max(0, this.rest - this.gap.length);
  }

  end() {
    const { goesOn, longest } = this;
    if (goesOn) this.save();
    return { streak: goesOn ? this.streak : 0, longest, rest_days: this.rest };
  }
}

/** Counts the person's own streak. Fills the states of the person's days and `saved` of ended missions. */
function ownRun({ today, isYesterdayAccepted, lo, hi, away, asks, own }: Frame, plans: readonly Plan[]) {
  const run = new Run({ from: lo, states: own });
  const ending = plans.filter(({ m }) => m.id !== null && m.last < today).sort((a, b) => a.m.last - b.m.last);
  const starts: Day[] = [];
  let [first, idle, next] = [today, 0, 0];
  for (let day = lo; day <= hi; day += 1) {
    const at = day - lo;
    const ask = asks[at]!;
    if (own[at] === CHECKED) {
      run.check();
      if (run.streak === 1) starts.push(day);
      first = Math.min(first, day);
      idle = 0;
    } else if (away[at] !== 0) own[at] = EXCUSED;
    else if (day >= today) own[at] = OPEN;
    else {
      idle = (ask & IN_MISSION) === 0 ? idle + 1 : 0;
      // Too many days in a row without a requirement end the streak for good.
      if (idle > IDLE_DAYS_MAX) run.streak = 0;
      const isOpen = day === today - 1 && isYesterdayAccepted && (ask & STILL_TAKES) !== 0;
      own[at] = (ask & NEEDED) === 0 ? FREE : isOpen ? OPEN : MISSED;
      if (own[at] === MISSED) run.miss(day);
    }
    // The streak of an ended mission stays as it was.
    for (; ending[next]?.m.last === day; next += 1) if (run.goesOn) ending[next]!.saved = run.gap.slice();
  }
  return { run: run.end(), idle, first, starts };
}

/** Computes a person's standing from the days only, in time linear in the days of the memberships. */
export function standing(life: Life, clock: Clock): Standing {
  const frame = frameOf(life, clock);
  const { today, lo, own } = frame;
  const plans = life.memberships.map((m) => planOf(m, frame));
  const { run, idle, first, starts } = ownRun(frame, plans);

  const missions = new Map<string, MissionStanding>();
  let until = run.streak > 0 ? 2 * (today + IDLE_DAYS_MAX + 1 - idle) : Number.POSITIVE_INFINITY;
  for (const plan of plans) {
    const { id, running } = plan.m;
    const to = lastOutcome(plan.m);
    const found = id === null ? null : missionStanding(plan, frame);
    if (found) missions.set(id!, found);
    if (run.streak === 0 && !found?.streak) continue;
    let day = today - Number(plan.openYesterday);
    while (day <= to && plan.out[day - lo] !== MISSED) day += 1;
    // A day that still accepts a check-in closes at noon of the next day, a day of a mission that was left at midnight.
    if (day <= to) until = Math.min(until, 2 * (day + 1) + Number(running));
  }
  if (own[today - lo] === OPEN && ![...missions.values()].some(({ due }) => due)) own[today - lo] = FREE;
  return {
    today,
    ...run,
    starts,
    days: { from: first, states: own.subarray(first - lo, today - lo + 1) },
    missions,
    until: until === Number.POSITIVE_INFINITY ? null : until,
  };
}

function missionRun({ m, out, openYesterday, saved }: Plan, { today, hi, lo, own }: Frame) {
  const since = Math.max(m.first, m.joined);
  const [from, to] = rangeOf(m.days) ?? [since, since];
  const end = Math.max(Math.min(m.last, hi), to);
  const states = new Uint8Array(Math.max(0, Math.min(today, m.last) - since + 1));
  const run = new Run({ from: since, states });
  const comebacks: Day[] = [];
  // `inRow` counts the missed days since the last check-in that the person's own streak did not save. Three make the
  // next check-in a comeback.
  let [counted, missed, inRow, missedSince, inWeek] = [0, 0, 0, 0, 0];
  for (let day = Math.min(since, from); day <= end; day += 1) {
    const isIn = day >= since && day <= m.last;
    if ((day - m.first) % WEEK === 0) inWeek = 0;
    let state = isIn ? out[day - lo]! : hasDay(m.days, day) ? CHECKED : NONE;
    if (state === CHECKED) {
      run.check();
      if (inRow >= COMEBACK_MISSED_DAYS) comebacks.push(day);
      inRow = 0;
      missedSince = 0;
      inWeek += 1;
      if (isIn) counted += Number(m.times === null ? isChosen(m.weekdays, day) : inWeek <= m.times);
    } else if (state === MISSED && day < today) {
      const isSaved = own[day - lo] === REST || saved.includes(day);
      if (!isSaved && day >= m.returned) inRow += 1;
      if (openYesterday && day === today - 1) state = OPEN;
      else {
        run.miss(day, isSaved);
        missed += 1;
        missedSince += Number(day >= m.returned);
        if (isSaved) state = REST;
      }
    }
    if (isIn && day <= today) states[day - since] = state;
  }
  return { run: run.end(), states, counted, missed, missedSince, comebacks };
}

function missionStanding(plan: Plan, frame: Frame): MissionStanding {
  const { m, out, openYesterday } = plan;
  const { today, isYesterdayAccepted, lo, away } = frame;
  const { run, states, counted, missed: missedSoFar, missedSince, comebacks } = missionRun(plan, frame);
  const since = Math.max(m.first, m.joined);
  let ahead = 0;
  for (let day = Math.max(since, today - Number(openYesterday)); day <= m.last; day += 1)
    ahead += Number(out[day - lo] === MISSED);
  // All days of a completed mission are over, even if the member's calendar is behind.
  const missed = m.running ? missedSoFar : missedSoFar + ahead;

  const [done, isIn] = [hasDay(m.days, today), today >= since && today <= m.last];
  const [week, isAway] = [weekOf(m, today), (day: Day) => away[day - lo] !== 0];
  const weekEnd = Math.min(week + WEEK - 1, m.last);
  const checked = countDays(m.days, week, weekEnd);
  const offered = weekOffer(m, isAway, week);
  const isBreak = away[today - lo] === BREAK;
  const needsToday = out[today - lo] === MISSED;
  const isDue = needsToday || (!isBreak && (m.times === null ? isChosen(m.weekdays, today) : checked < offered));
  const takes = (day: Day) => m.running && day >= since && day <= m.last && !hasDay(m.days, day);
  const can = takes(today);
  const isAsked = m.running ? isDue : needsToday;
  if (isIn && !done) states[today - since] = isBreak ? EXCUSED : !isAsked ? FREE : m.running ? OPEN : MISSED;
  const doneInWeek = Math.min(m.times ?? 0, checked);
  let missedInWeek = 0;
  for (let day = week; day <= weekEnd; day += 1) missedInWeek += Number(out[day - lo] === MISSED);
  // The target includes everything that counted or was missed.
  const target = Math.max(offered, doneInWeek + missedInWeek);
  const hasWeek = m.times !== null && today >= m.first && today <= m.last;
  return {
    ...run,
    done,
    can,
    due: can && isDue,
    needed: can && needsToday,
    extra: can && isExtra(m, today),
    can_yesterday: isYesterdayAccepted && takes(today - 1) && !isExtra(m, today - 1),
    open_yesterday: openYesterday,
    week: hasWeek ? { from: week, to: weekEnd, done: doneInWeek, target } : null,
    counted,
    missed,
    planned: counted + missedSoFar + ahead,
    share: counted === 0 ? 0 : Math.min(missed === 0 ? 100 : 99, Math.round((100 * counted) / (counted + missed))),
    missed_since: missedSince,
    comebacks,
    days: { from: since, states },
  };
}

/** Counts the rest days that the person's own streaks have spent: the saved days before the last check-in. */
export function spentRestDays({ days: { states } }: Standing): number {
  return states.subarray(0, states.lastIndexOf(CHECKED)).reduce((sum, state) => sum + Number(state === REST), 0);
}
