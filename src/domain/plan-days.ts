import { addDays, daysBetween, earlierDay, type LocalDay, laterDay, weekdayOf } from './days.ts';
import { lastDay } from './missions.ts';
import { type PausedDays, pauseOn } from './pauses.ts';
import {
  daysOfPlan,
  isInPlan,
  type Plan,
  pausedDaysOfPlan,
  type Schedule,
  uncountedInWeek,
  WEEK,
  WEEKDAYS,
  weekOf,
  weekTarget,
} from './schedule.ts';

/** A day on which a member checked in; an extra one is nothing that the schedule asked for. */
export interface PlanCheckin {
  day: LocalDay;
  is_extra: boolean;
}

const countedIn = (checkins: readonly PlanCheckin[], from: LocalDay, to: LocalDay) =>
  checkins.filter(({ day, is_extra }) => !is_extra && day >= from && day <= to).length;

/**
 * Whether a check-in for `day` is beyond the schedule, and so earns nothing: its weekday is not in the plan, or its week
 * holds all the check-ins that the plan wants. `earlier` are the check-ins made before it, at least those of its week.
 */
export function isExtra(plan: Plan, day: LocalDay, earlier: readonly PlanCheckin[]): boolean {
  if (!isInPlan(plan.schedule, day)) return true;
  if (plan.schedule.kind !== 'weekly') return false;
  const { from_day, to_day } = weekOf(plan, day);
  return countedIn(earlier, from_day, to_day) >= plan.schedule.times;
}

/** What the schedule means for a member today. */
export interface PlanToday {
  due_today: boolean;
  extra_today: boolean;
  week: { from_day: LocalDay; to_day: LocalDay; done: number; target: number } | null;
}

/**
 * What the schedule means for a member today. `can_check_in` says that today is an unchecked day of a mission that is
 * not completed; `checkins` are at least those of the running week. The week ends with the mission.
 */
export function planToday(
  plan: Plan,
  today: LocalDay,
  member: { can_check_in: boolean; checkins: readonly PlanCheckin[]; pauses: readonly PausedDays[] },
): PlanToday {
  const last = lastDay(plan.first_day, plan.duration_days);
  const is_paused = pauseOn(member.pauses, today) !== undefined;
  let week: PlanToday['week'] = null;
  if (plan.schedule.kind === 'weekly' && today >= plan.first_day && today <= last) {
    const { from_day, to_day } = weekOf(plan, today);
    const done = countedIn(member.checkins, from_day, to_day);
    week = { from_day, to_day: earlierDay(to_day, last), done, target: weekTarget(plan, from_day, member.pauses) };
  }
  const is_wanted = isInPlan(plan.schedule, today) && (week === null || week.done < week.target);
  return {
    due_today: member.can_check_in && !is_paused && is_wanted,
    extra_today: member.can_check_in && isExtra(plan, today, member.checkins),
    week,
  };
}

/**
 * How a plan leaves a day that is over: checked; uncounted (before joining, or in a break); free; or missed.
 */
export type PlanState = 'checked' | 'uncounted' | 'free' | 'missed';

/**
 * The states of the days number `from` to `to` of a plan, counted from its first day, which is 0. `from` begins a week.
 * The state of a day depends on itself and earlier days alone: an unchecked day of a weekly plan is missed if the week
 * can no longer be kept without it, whatever comes later (docs/rules.md#schedules).
 */
export function planStates(
  { schedule, first_day }: Pick<Plan, 'schedule' | 'first_day'>,
  from: number,
  to: number,
  member: { isChecked: (at: number) => boolean; isCounted: (at: number) => boolean },
): PlanState[] {
  const states: PlanState[] = [];
  const first = weekdayOf(first_day);
  const wanted = WEEKDAYS.map((day) => schedule.kind !== 'weekdays' || schedule.days.includes(day));
  let covered = 0;
  for (let at = from; at <= to; at += 1) {
    const day = at % WEEK;
    if (day === 0) covered = 0;
    const is_checked = member.isChecked(at);
    if (is_checked || !member.isCounted(at)) {
      covered += 1;
      states.push(is_checked ? 'checked' : 'uncounted');
      continue;
    }
    const is_missed =
      schedule.kind === 'weekly' ? schedule.times - covered > WEEK - 1 - day : wanted[(first + day) % WEEK]!;
    states.push(is_missed ? 'missed' : 'free');
  }
  return states;
}

/** A plan as it asked something of one user, who was in the mission from `from_day` to `to_day`. */
export interface AskingPlan {
  schedule: Schedule;
  first_day: LocalDay;
  from_day: LocalDay;
  to_day: LocalDay;
  /** The checked days in the mission, at least those of the weeks that are looked at. */
  checked: readonly LocalDay[];
}

/** The days from `since` to `until` (and not outside of the plan) with their states. */
export function planDays(
  plan: AskingPlan,
  pauses: readonly PausedDays[],
  since: LocalDay,
  until: LocalDay,
): { day: LocalDay; state: PlanState }[] {
  const numberOf = (day: LocalDay) => daysBetween(plan.first_day, day);
  const [from, to] = [numberOf(laterDay(since, plan.from_day)), numberOf(earlierDay(until, plan.to_day))];
  if (to < from) return [];
  const checked = new Set(plan.checked.map(numberOf));
  const joined = numberOf(plan.from_day);
  const away = pauses.map(({ from_day, to_day }) => [numberOf(from_day), numberOf(to_day)] as const);
  const begin = from - (from % WEEK);
  const states = planStates(plan, begin, to, {
    isChecked: (at) => checked.has(at),
    isCounted: (at) => at >= joined && !away.some(([first, last]) => first <= at && at <= last),
  });
  return states.slice(from - begin).map((state, at) => ({ day: addDays(plan.first_day, from + at), state }));
}

/**
 * The days from `since` to `until` that bridge the user's own streak: at least one plan asked about them, and every one
 * that did left them free.
 */
export function freeDays(
  plans: readonly AskingPlan[],
  pauses: readonly PausedDays[],
  since: LocalDay,
  until: LocalDay,
): Set<LocalDay> {
  const free = new Set<LocalDay>();
  if (plans.every(({ schedule }) => schedule.kind === 'daily')) return free;
  const wanted = new Set<LocalDay>();
  for (const plan of plans)
    for (const { day, state } of planDays(plan, pauses, since, until))
      if (state === 'free') free.add(day);
      else if (state !== 'uncounted') wanted.add(day);
  for (const day of wanted) free.delete(day);
  return free;
}

/**
 * Whether a plan of a user wants a check-in on the user's own today. For one that the user has left, `to_day` counts as
 * the end of its mission.
 */
export function isDueToday(plan: AskingPlan, pauses: readonly PausedDays[], today: LocalDay): boolean {
  const { schedule, first_day, from_day, to_day, checked } = plan;
  if (today < from_day || today > to_day) return false;
  // An extra check-in comes after all that are asked for, so here it makes no difference.
  const checkins = checked.map((day) => ({ day, is_extra: false }));
  const duration_days = daysBetween(first_day, to_day) + 1;
  const member = { can_check_in: !checked.includes(today), checkins, pauses };
  return planToday({ schedule, first_day, duration_days }, today, member).due_today;
}

/** The days from `since` to `until` that a member's own plan leaves free, which bridge the streak in the mission. */
export function freeDaysOfMember(
  { schedule, first_day, duration_days }: Plan,
  member: { joined_day: LocalDay; checkins: readonly PlanCheckin[]; pauses: readonly PausedDays[] },
  since: LocalDay,
  until: LocalDay,
): Set<LocalDay> {
  if (schedule.kind === 'daily') return new Set();
  const checked = member.checkins.map(({ day }) => day);
  const to_day = lastDay(first_day, duration_days);
  const plan = { schedule, first_day, from_day: laterDay(first_day, member.joined_day), to_day, checked };
  const days = planDays(plan, member.pauses, since, until);
  return new Set(days.filter(({ state }) => state === 'free').map(({ day }) => day));
}

/** What the stitches of a week depend on. `checkins` are at least those of the last two weeks of the mission. */
export interface StitchesInput {
  joined_day: LocalDay;
  today: LocalDay;
  checkins: readonly PlanCheckin[];
  pauses: readonly PausedDays[];
}

/**
 * Of a member's last 7 days of the mission up to today: how many check-ins count (`done`), and how many days were asked
 * for (`total`), which are those and the missed ones. Today is asked for only once it is checked.
 */
export function stitchesOfWeek(plan: Plan, member: StitchesInput): { done: number; total: number } {
  const { schedule, first_day, duration_days } = plan;
  const to_day = lastDay(first_day, duration_days);
  const from_day = laterDay(first_day, member.joined_day);
  const checked = member.checkins.map(({ day }) => day);
  const until = earlierDay(member.today, to_day);
  const since = addDays(until, 1 - WEEK);
  const states = planDays({ schedule, first_day, from_day, to_day, checked }, member.pauses, since, until);
  const missed = states.filter(({ day, state }) => state === 'missed' && day < member.today).length;
  const done = countedIn(member.checkins, laterDay(since, from_day), until);
  return { done, total: done + missed };
}

/** What the share of a member depends on. `checkins` are at least those of the running week of a weekly plan. */
export interface ShareInput {
  joined_day: LocalDay;
  today: LocalDay;
  checked_today: boolean;
  /** The member's check-ins on or after `joined_day` that are not extra. */
  counted: number;
  checkins: readonly PlanCheckin[];
  pauses: readonly PausedDays[];
}

/** How many days the plan asked of a member so far; today only once it is checked. */
function wantedDays(plan: Plan, member: ShareInput): number {
  const { schedule, first_day, duration_days } = plan;
  const last = lastDay(first_day, duration_days);
  const from = laterDay(member.joined_day, first_day);
  const to = earlierDay(member.checked_today ? member.today : addDays(member.today, -1), last);
  if (to < from) return 0;
  if (schedule.kind !== 'weekly')
    return daysOfPlan(schedule, from, to) - pausedDaysOfPlan(schedule, from, to, member.pauses);
  let wanted = 0;
  for (let day = from; day <= to; day = addDays(weekOf(plan, day).to_day, 1)) {
    const week = weekOf(plan, day);
    if (earlierDay(week.to_day, last) <= to) {
      wanted += Math.max(0, schedule.times - uncountedInWeek(week, from, last, member.pauses));
      continue;
    }
    // Of the running week what is decided so far: it may still be kept.
    const checked = member.checkins.map((checkin) => checkin.day);
    const days = planDays({ schedule, first_day, from_day: from, to_day: to, checked }, member.pauses, day, to);
    wanted += countedIn(member.checkins, day, to) + days.filter(({ state }) => state === 'missed').length;
  }
  return wanted;
}

/**
 * The share of the days asked for since joining with a check-in, in whole percent, 0 to 100. Today counts only once it
 * is checked in, so that a day that is still open does not lower the share. Rounding never turns a missed day into 100.
 * It is 0 while no day counts yet.
 */
export function shareSinceJoining(plan: Plan, member: ShareInput): number {
  if (member.counted <= 0) return 0;
  const wanted = wantedDays(plan, member);
  // Travelling west can leave more check-ins than calendar days.
  if (member.counted >= wanted) return 100;
  return Math.min(99, Math.round((100 * member.counted) / wanted));
}
