/**
 * What a life adds up to at a moment (docs/days.md). It is computed from the days each time, the same on the server and in
 * the browser: it keeps nothing and reads no clock.
 */

import {
  type Clock,
  countDays,
  countOff,
  type Day,
  type DaySet,
  hasDay,
  isChosen,
  isExtra,
  type Life,
  rangeOf,
  WEEK,
  weekOf,
  weekTarget,
} from './life.ts';
import { COMEBACK_MISSED_DAYS, IDLE_DAYS_MAX, REST_DAY_EVERY, REST_DAYS_MAX } from './limits.ts';
import {
  ASKED,
  BREAK,
  CHECKED,
  EXCUSED,
  FREE,
  type Frame,
  frameOf,
  lastOutcome,
  MISSED,
  NONE,
  OPEN,
  type Plan,
  planOf,
  REST,
  TAKEN,
  WANTED,
} from './outcomes.ts';

/** States of days, one byte each, from `from` to today or the last day. */
export interface DayStates {
  readonly from: Day;
  readonly states: Uint8Array;
}

/** How a person is doing in one mission. */
export interface MissionStanding {
  /** Days of the streak, of the longest one, and the rest days that the streak holds. */
  readonly streak: number;
  readonly longest: number;
  readonly rest_days: number;
  /** Today: is checked; takes a check-in; would be asked for; would be missed; would be beyond the plan. */
  readonly done: boolean;
  readonly can: boolean;
  readonly due: boolean;
  readonly needed: boolean;
  readonly extra: boolean;
  /** Yesterday: takes a check-in that counts; closes as missed without one. */
  readonly can_yesterday: boolean;
  readonly open_yesterday: boolean;
  /** The week of times a week that holds today; null for other missions, and outside of the mission. */
  readonly week: { readonly from: Day; readonly to: Day; readonly done: number; readonly target: number } | null;
  /** Check-ins that are not extra; missed days, saved ones included; and both with what is still asked for. */
  readonly counted: number;
  readonly missed: number;
  readonly planned: number;
  /** `counted` of `counted + missed` in whole percent; 100 only where nothing was missed. */
  readonly share: number;
  /** Missed days since the last check-in, and the days that were checked after three of them or more. */
  readonly missed_since: number;
  readonly comebacks: readonly Day[];
  readonly days: DayStates;
}

/** How a person is doing at a moment. */
export interface Standing {
  readonly today: Day;
  readonly streak: number;
  readonly longest: number;
  readonly rest_days: number;
  /** The own days from the first check-in on. */
  readonly days: DayStates;
  /** By the id of the mission. */
  readonly missions: ReadonlyMap<string, MissionStanding>;
  /** The half day until which streaks and rest days hold if nothing happens: 2 * day, + 1 for its noon. Null: always. */
  readonly until: number | null;
}

/** A streak as it grows from day to day: the own one and the one in each mission count alike. */
class Run {
  streak = 0;
  longest = 0;
  /** The rest days that it holds. */
  rest = 0;
  /** The missed days since the last check-in, and how many of them nothing has saved yet. */
  gap: Day[] = [];
  unsaved = 0;

  get goesOn(): boolean {
    return this.streak > 0 && this.unsaved <= this.rest;
  }

  miss(day: Day, isSaved = false): void {
    this.gap.push(day);
    if (!isSaved) this.unsaved += 1;
  }

  /** Returns the days of the gap that rest days save. */
  check(): readonly Day[] {
    const { goesOn } = this;
    const saved = goesOn ? this.gap : [];
    this.rest -= Math.min(this.rest, saved.length);
    this.streak = goesOn ? this.streak + 1 : 1;
    if (this.streak % REST_DAY_EVERY === 0) this.rest = Math.min(REST_DAYS_MAX, this.rest + 1);
    this.longest = Math.max(this.longest, this.streak);
    [this.gap, this.unsaved] = [[], 0];
    return saved;
  }

  /** Once a check-in would save the gap, this many rest days are left. */
  get restLeft(): number {
    return this.goesOn ? Math.max(0, this.rest - this.gap.length) : this.rest;
  }
}

const mark = (marks: Uint8Array, { base, bits }: DaySet, lo: Day): void => {
  for (let at = 0; at < bits.length * 8; at += 1) if (hasDay({ base, bits }, base + at)) marks[base + at - lo] = 1;
};

/** The own streak over all missions, with the states of the own days; fills `saved` of missions that have ended. */
function ownRun(frame: Frame, plans: readonly Plan[], checked: Uint8Array, asks: Uint8Array) {
  const { today, accepts, lo, hi, away } = frame;
  const states = new Uint8Array(away.length);
  const run = new Run();
  const save = (days: readonly Day[]) => {
    for (const day of days) states[day - lo] = REST;
  };
  const ending = plans.filter(({ m }) => m.id !== null && m.last < today).sort((a, b) => a.m.last - b.m.last);
  let [first, idle, next] = [today, 0, 0];
  for (let day = lo; day <= hi; day += 1) {
    const at = day - lo;
    const isOver = day < today;
    const ask = asks[at]!;
    if (checked[at] === 1) {
      save(run.check());
      [first, idle] = [Math.min(first, day), 0];
      states[at] = CHECKED;
    } else if (away[at] !== 0) states[at] = EXCUSED;
    else if (!isOver) states[at] = OPEN;
    else {
      idle = (ask & ASKED) === 0 ? idle + 1 : 0;
      // Too many days in a row that nothing asks about end the streak for good.
      if (idle > IDLE_DAYS_MAX) run.streak = 0;
      const isOpen = day === today - 1 && accepts && (ask & TAKEN) !== 0;
      states[at] = (ask & WANTED) === 0 ? FREE : isOpen ? OPEN : MISSED;
      if (states[at] === MISSED) run.miss(day);
    }
    // The streak of a mission stays as it ended.
    for (; ending[next]?.m.last === day; next += 1) if (run.goesOn) ending[next]!.saved = run.gap.slice();
  }
  if (run.goesOn) save(run.gap);
  return { run, idle, first, states };
}

/** How a person is doing, from the days alone: linear in the days of the memberships. */
export function standing(life: Life, clock: Clock): Standing {
  const sets = [life.archived, ...life.memberships.map(({ days }) => days)];
  const frame = frameOf(
    life,
    clock,
    sets.map(rangeOf).filter((range) => range !== null),
  );
  const { today, lo } = frame;
  const [checked, asks] = [new Uint8Array(frame.away.length), new Uint8Array(frame.away.length)];
  for (const days of sets) mark(checked, days, lo);
  const plans = life.memberships.map((m) => planOf(m, frame, asks));
  const { run, idle, first, states } = ownRun(frame, plans, checked, asks);

  const missions = new Map<string, MissionStanding>();
  let until = run.goesOn ? 2 * (today + IDLE_DAYS_MAX + 1 - idle) : Number.POSITIVE_INFINITY;
  for (const plan of plans) {
    const { id, running } = plan.m;
    const to = lastOutcome(plan.m);
    const found = id === null ? null : missionStanding(plan, frame, states);
    if (found) missions.set(id!, found);
    if (!run.goesOn && !found?.streak) continue;
    let day = today - Number(plan.open);
    while (day <= to && plan.out[day - lo] !== MISSED) day += 1;
    // What still takes a check-in closes at noon of the day after, what was left at its midnight.
    if (day <= to) until = Math.min(until, 2 * (day + 1) + Number(running));
  }
  if (states[today - lo] === OPEN && ![...missions.values()].some(({ due }) => due)) states[today - lo] = FREE;
  return {
    today,
    streak: run.goesOn ? run.streak : 0,
    longest: run.longest,
    rest_days: run.restLeft,
    days: { from: first, states: states.subarray(first - lo, today - lo + 1) },
    missions,
    until: until === Number.POSITIVE_INFINITY ? null : until,
  };
}

/** The days of one mission up to today, or later checked ones; `own` are the states of the own days. */
function missionRun({ m, out, open, saved }: Plan, { today, hi, lo }: Frame, own: Uint8Array) {
  const since = Math.max(m.first, m.joined);
  const range = rangeOf(m.days) ?? [since, since];
  const states = new Uint8Array(Math.max(0, Math.min(today, m.last) - since + 1));
  const run = new Run();
  const save = (days: readonly Day[]) => {
    for (const day of days) states[day - since] = REST;
  };
  const comebacks: Day[] = [];
  // `inRow` are the missed days since the last check-in that nothing saved: three of them make the next one a comeback.
  let [counted, missed, inRow, missedSince, inWeek] = [0, 0, 0, 0, 0];
  for (let day = Math.min(since, range[0]); day <= Math.max(Math.min(m.last, hi), range[1]); day += 1) {
    const isIn = day >= since && day <= m.last;
    if ((day - m.first) % WEEK === 0) inWeek = 0;
    let state = hasDay(m.days, day) ? CHECKED : isIn ? out[day - lo]! : NONE;
    if (state === CHECKED) {
      save(run.check());
      if (inRow >= COMEBACK_MISSED_DAYS) comebacks.push(day);
      [inRow, missedSince, inWeek] = [0, 0, inWeek + 1];
      if (isIn) counted += Number(m.times === null ? isChosen(m.weekdays, day) : inWeek <= m.times);
    } else if (state === MISSED && day < today) {
      const isSaved = own[day - lo] === REST || saved.includes(day);
      if (!isSaved && day >= m.returned) inRow += 1;
      if (open && day === today - 1) state = OPEN;
      else {
        run.miss(day, isSaved);
        missed += 1;
        missedSince += Number(day >= m.returned);
        if (isSaved) state = REST;
      }
    }
    if (isIn && day <= today) states[day - since] = state;
  }
  if (run.goesOn) save(run.gap);
  return { run, states, counted, missed, missedSince, comebacks };
}

/** How a person is doing in the mission of a plan. */
function missionStanding(plan: Plan, frame: Frame, own: Uint8Array): MissionStanding {
  const { m, out, open } = plan;
  const { today, accepts, lo, away } = frame;
  const { run, states, counted, missed: missedSoFar, missedSince, comebacks } = missionRun(plan, frame, own);
  const since = Math.max(m.first, m.joined);
  const yesterday = today - 1;
  let planned = counted;
  for (let day = since; day <= m.last; day += 1) planned += Number(out[day - lo] === MISSED);
  // Once a mission is completed all its days are over, also where the calendar is behind.
  const missed = m.running ? missedSoFar : planned - counted;

  const [done, isIn] = [hasDay(m.days, today), today >= since && today <= m.last];
  const [week, isAway] = [weekOf(m, today), (day: Day) => away[day - lo] !== 0];
  const weekEnd = Math.min(week + WEEK - 1, m.last);
  const checked = countDays(m.days, week, weekEnd);
  // In the week of joining as many are offered as days are left, although fewer are asked for.
  const offered = Math.min(weekTarget(m, isAway, week, m.first), WEEK - countOff(m, isAway, week));
  const isBreak = away[today - lo] === BREAK;
  const needsToday = out[today - lo] === MISSED;
  const wants = needsToday || (!isBreak && (m.times === null ? isChosen(m.weekdays, today) : checked < offered));
  const can = m.running && isIn && !done;
  const isOpen = m.running ? wants : needsToday;
  if (isIn && !done) states[today - since] = isBreak ? EXCUSED : !isOpen ? FREE : m.running ? OPEN : MISSED;
  const doneInWeek = Math.min(m.times ?? 0, checked);
  const hasWeek = m.times !== null && today >= m.first && today <= m.last;
  return {
    streak: run.goesOn ? run.streak : 0,
    longest: run.longest,
    rest_days: run.restLeft,
    done,
    can,
    due: can && wants,
    needed: can && needsToday,
    extra: can && isExtra(m, today),
    can_yesterday:
      m.running &&
      accepts &&
      yesterday >= since &&
      yesterday <= m.last &&
      !hasDay(m.days, yesterday) &&
      !isExtra(m, yesterday),
    open_yesterday: open,
    // What counted was asked for.
    week: hasWeek ? { from: week, to: weekEnd, done: doneInWeek, target: Math.max(offered, doneInWeek) } : null,
    counted,
    missed,
    planned,
    share: counted === 0 ? 0 : Math.min(missed === 0 ? 100 : 99, Math.round((100 * counted) / (counted + missed))),
    missed_since: missedSince,
    comebacks,
    days: { from: since, states },
  };
}

/** How many rest days the own streaks have spent: the saved days before the last check-in. */
export function spentRestDays({ days: { states } }: Standing): number {
  return states.subarray(0, states.lastIndexOf(CHECKED)).reduce((sum, state) => sum + Number(state === REST), 0);
}
