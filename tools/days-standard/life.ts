import { type CheckinPosition, checkinDay } from '#domain/checkin-day.ts';
import { checkinInstant } from '#domain/checkins.ts';
import { type DayBits, withDay } from '#domain/day-bits.ts';
import { shareSinceJoining, tallyDays } from '#domain/day-tally.ts';
import {
  addDays,
  dayOf,
  daysBetween,
  earlierDay,
  type LocalDay,
  laterDay,
  skippedDays,
  startOfDay,
} from '#domain/days.ts';
import { buildLedger } from '#domain/ledger.ts';
import { PAUSE_DAYS_MAX } from '#domain/limits.ts';
import { lastDay } from '#domain/missions.ts';
import { type PausedDays, pausedDays, pauseLength, pauseOn, refusePause, toRanges } from '#domain/pauses.ts';
import { type DatedSchedule, weekOf } from '#domain/schedule.ts';
import {
  type CheckedDay,
  dueToday,
  freeDays,
  freeDaysOfMember,
  isExtra,
  isMissedDay,
  isMissedIfUnchecked,
  isYesterdayNeeded,
  type MembershipDays,
} from '#domain/schedule-days.ts';
import {
  coveredRestDays,
  currentMemberStreak,
  currentUserStreak,
  type DayTest,
  excusedDays,
  isExcusing,
  isOpenBehind,
  type MemberStreak,
  type OpenStreak,
  rebuildMember,
  rebuildUser,
  stateShown,
  type UserStreak,
  type ZoneChange,
} from '#domain/streaks.ts';
import { acceptsYesterday } from '#domain/yesterday.ts';
import {
  type Case,
  type CaseAnswer,
  type CasePlan,
  LETTERS,
  type PlanAnswer,
  type TriedCheckin,
  type TryEvent,
} from './cases.ts';

/**
 * Lives cases of the days standard with the functions that the server calls, without a server: what is told again here
 * is which of them it calls with what. A test lives the same cases through HTTP.
 */

interface Checkin extends CheckinPosition, CheckedDay {}

/** What a mission asked of the member from one joining or return to the next end. */
interface Membership {
  dated: DatedSchedule;
  joined_at: Date;
  joined_day: LocalDay;
  /** The day of the last return, or of joining. */
  asks_from: LocalDay;
  /** The day of leaving; null for a member. */
  left_day: LocalDay | null;
  completed_at: Date | null;
  /** In the order in which they arrived. */
  checkins: Checkin[];
}

interface Life {
  zone: string;
  moved_at: Date | null;
  excusing: ZoneChange[];
  pauses: PausedDays[];
  memberships: Map<string, Membership>;
  /** What missions asked before the member left and returned. */
  archived: MembershipDays[];
}

/** The days of breaks and travel, and dates that the zone skipped; `today` is away in a break alone. */
function awayDays({ excusing, pauses, zone }: Life, today?: LocalDay): PausedDays[] {
  const travel = [...excusedDays(excusing)].filter((day) => today === undefined || day < today);
  return toRanges([...pausedDays(pauses), ...travel, ...skippedDays(zone)]);
}

const daysOf = ({ checkins }: Membership): LocalDay[] => checkins.map(({ day }) => day);

/** The checked days, numbered from the plan's first day. */
const bitsOf = (membership: Membership): DayBits =>
  daysOf(membership)
    .map((day) => daysBetween(membership.dated.first_day, day))
    .filter((at) => at >= 0)
    .reduce(withDay, '');

const lastDayOf = (membership: Membership): LocalDay | null => daysOf(membership).sort().at(-1) ?? null;

/** What a membership asks for as it is now: of a completed mission nothing from the day of its completion on. */
function askedDaysOf({ dated, asks_from, left_day, completed_at, checkins }: Membership, zone: string): MembershipDays {
  const ends = [lastDay(dated.first_day, dated.duration_days)];
  if (left_day !== null) ends.push(left_day);
  if (completed_at !== null) ends.push(addDays(dayOf(completed_at, zone), -1));
  return {
    schedule: dated.schedule,
    first_day: dated.first_day,
    joined_day: asks_from,
    from_day: laterDay(dated.first_day, asks_from),
    to_day: ends.reduce(earlierDay),
    checked: checkins.map(({ day }) => day),
    is_running: left_day === null && completed_at === null,
  };
}

const askedDaysIn = ({ memberships, archived, zone }: Life): MembershipDays[] => [
  ...archived,
  ...[...memberships.values()].map((membership) => askedDaysOf(membership, zone)),
];

function join({ zone, memberships }: Life, letter: string, { first_day, days, schedule }: CasePlan, joined_at: Date) {
  const joined_day = dayOf(joined_at, zone);
  memberships.set(letter, {
    dated: { schedule, first_day, duration_days: days },
    joined_at,
    joined_day,
    asks_from: joined_day,
    left_day: null,
    completed_at: null,
    checkins: [],
  });
}

function tryCheckin({ zone, moved_at, memberships }: Life, event: TryEvent, now: Date): TriedCheckin {
  const membership = memberships.get(event.plan);
  if (!membership || membership.left_day !== null) return null;
  const { dated, checkins } = membership;
  const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  const performed_at = instant(event.made_at);
  const comesBetween = performed_at !== undefined || event.for !== undefined;
  const counted = checkinDay({
    now,
    performed_at: performed_at && checkinInstant({ now, performed_at, sent_at: instant(event.sent_at) }),
    day: event.for,
    joined_at: membership.joined_at,
    zone,
    zone_changed_at: moved_at,
    first_day: dated.first_day,
    duration_days: dated.duration_days,
    completed: membership.completed_at !== null,
    member_last_day: lastDayOf(membership),
    others: comesBetween ? checkins : undefined,
  });
  if (!counted.ok) return null;
  const { day } = counted;
  const is_extra = isExtra(dated, day, checkins);
  checkins.push({ day, local_day: day, performed_at: counted.performed_at, is_extra });
  return is_extra ? { day, extra: true } : { day };
}

function takeBack({ dated, checkins }: Membership, day: LocalDay): void {
  const at = checkins.findIndex((one) => one.day === day);
  const [removed] = at < 0 ? [] : checkins.splice(at, 1);
  if (!removed || removed.is_extra || dated.schedule.kind !== 'weekly') return;
  // The earliest extra one of the same week takes the place of one that counted.
  const { from_day } = weekOf(dated, day);
  const next = checkins.find((one) => one.is_extra && weekOf(dated, one.day).from_day === from_day);
  if (next) next.is_extra = false;
}

function move(life: Life, zone: string, now: Date): void {
  const change = { changed_at: now, old_day: dayOf(now, life.zone), new_day: dayOf(now, zone) };
  if (isExcusing(change, life.excusing)) life.excusing.push(change);
  life.zone = zone;
  life.moved_at = now;
}

function takePause(life: Life, pause: PausedDays, today: LocalDay): void {
  const hasLength = pause.from_day <= pause.to_day && pauseLength(pause) <= PAUSE_DAYS_MAX;
  if (hasLength && refusePause(pause, life.pauses, today) === null) life.pauses.push(pause);
}

function endBreak(life: Life, today: LocalDay): void {
  const running = pauseOn(life.pauses, today);
  if (!running) return;
  life.pauses = life.pauses.filter((pause) => pause !== running);
  const to_day = addDays(today, -1);
  if (running.from_day <= to_day) life.pauses.push({ ...running, to_day });
}

/** Coming back begins the membership anew; what it asked before stays as it was. */
function comeBack({ archived, zone }: Life, membership: Membership, today: LocalDay): void {
  const before = askedDaysOf(membership, zone);
  const to_day = earlierDay(before.to_day, addDays(today, -1));
  if (before.joined_day <= to_day) archived.push({ ...before, to_day, is_running: false });
  membership.left_day = null;
  membership.asks_from = today;
}

const alsoOn =
  (isBridged: DayTest, day: LocalDay): DayTest =>
  (one) =>
    one === day || isBridged(one);

/** The user's counters with the rest days that they spent, and those that they spend while the day before is open. */
function userState(
  life: Life,
  days: readonly LocalDay[],
): { state: UserStreak & OpenStreak; rest: LocalDay[]; open_rest: LocalDay[] } {
  const away = awayDays(life);
  const asked = askedDaysIn(life);
  const bridged = new Set(pausedDays(away));
  const [first, last] = [days.at(0), days.at(-1)];
  if (first !== undefined && last !== undefined)
    for (const day of freeDays(asked, away, { since: addDays(first, 1), until: last, checked: days })) bridged.add(day);
  const isBridged: DayTest = (day) => bridged.has(day);
  const { state, rest_days_used } = rebuildUser(days, isBridged);
  const before = last === undefined ? undefined : addDays(last, -1);
  const isOpen =
    before !== undefined &&
    days.some((day) => day < before) &&
    !days.includes(before) &&
    isMissedDay(asked, away, before);
  const open = isOpen ? rebuildUser(days, alsoOn(isBridged, before)) : null;
  const open_streak = open?.state.streak_days ?? null;
  return { state: { ...state, open_streak }, rest: rest_days_used, open_rest: open?.rest_days_used ?? [] };
}

/** A member's counters; `rest` and `open_rest` are the rest days of the user (`userState`). */
function memberState(
  life: Life,
  membership: Membership,
  { rest, open_rest }: ReturnType<typeof userState>,
): MemberStreak & OpenStreak {
  const { dated, joined_day, checkins } = membership;
  const away = awayDays(life);
  const last = lastDayOf(membership);
  const member = { joined_day, checkins, pauses: away };
  const free = last === null ? new Set<LocalDay>() : freeDaysOfMember(dated, member, dated.first_day, last);
  const bridged = new Set([...pausedDays(away), ...rest, ...free]);
  const isBridged: DayTest = (day) => bridged.has(day);
  const days = daysOf(membership);
  const before = last === null ? null : addDays(last, -1);
  const isOpen = before !== null && isMissedIfUnchecked(dated, before, member);
  return {
    ...rebuildMember(days, isBridged),
    open_streak: isOpen
      ? rebuildMember(days, (day) => day === before || open_rest.includes(day) || isBridged(day)).streak_days
      : null,
  };
}

/** Whether the user's own yesterday is open: some mission missed it, and a check-in for it would still be accepted. */
function isOwnYesterdayOpen(life: Life, state: UserStreak & OpenStreak, today: LocalDay, accepts: boolean): boolean {
  const { streak_last_day: last, open_streak } = state;
  if (last === null || !accepts) return false;
  if (last >= today) return last === today && open_streak !== null;
  const yesterday = addDays(today, -1);
  return last !== yesterday && isMissedDay(askedDaysIn(life), awayDays(life, today), yesterday);
}

/** What bridges the user's own streak after its last day. */
function bridgedNow(life: Life, state: UserStreak & OpenStreak, today: LocalDay, accepts: boolean): Set<LocalDay> {
  const away = awayDays(life);
  const yesterday = addDays(today, -1);
  const bridged = new Set(pausedDays(away));
  const last = state.streak_last_day;
  if (last !== null)
    for (const day of freeDays(askedDaysIn(life), away, { since: addDays(last, 1), until: yesterday }))
      bridged.add(day);
  if (isOwnYesterdayOpen(life, state, today, accepts)) bridged.add(yesterday);
  return bridged;
}

function answerPlan(
  life: Life,
  membership: Membership,
  user: ReturnType<typeof userState>,
  covered: readonly LocalDay[],
  now: Date,
): PlanAnswer {
  const { dated, joined_day, checkins } = membership;
  const today = dayOf(now, life.zone);
  const yesterday = addDays(today, -1);
  const last = lastDay(dated.first_day, dated.duration_days);
  const from = laterDay(dated.first_day, joined_day);
  const is_completed = membership.completed_at !== null;
  const pauses = awayDays(life, is_completed ? undefined : today);
  const state = memberState(life, membership, user);
  const accepts = acceptsYesterday(now, life.zone, life.moved_at);
  const rest = isOpenBehind(state, today, accepts) ? [...user.rest, ...user.open_rest] : user.rest;
  const member = { joined_day, checkins, pauses, ...state, zone: life.zone, zone_changed_at: life.moved_at };
  const is_yesterday_open = !is_completed && isYesterdayNeeded(dated, member, now);
  const free = freeDaysOfMember(dated, member, dated.first_day, is_completed ? today : yesterday);
  // As in the day ledger of the server: after a move to the west a later day can be checked in already.
  const isLatest = state.streak_last_day === null || state.streak_last_day <= today;
  if (!is_completed && !dueToday(dated, today, { ...member, can_check_in: isLatest }).due_today) free.add(today);
  const excused = pausedDays(pauses);
  const known = {
    today,
    rest: new Set([...rest, ...covered]),
    excused,
    free,
    is_yesterday_open,
    is_today_over: is_completed,
  };
  const bridged = new Set([...known.rest, ...excused, ...free, ...(is_yesterday_open ? [yesterday] : [])]);
  const ledger = buildLedger({
    ...known,
    checked: new Set(daysOf(membership)),
    paused: pausedDays(life.pauses),
    from,
    to: last,
    days: Math.max(0, daysBetween(from, today) + 1),
  });
  const streak = currentMemberStreak(
    stateShown(state, today, accepts),
    // After its last day the streak in a mission stays as it ended.
    earlierDay(today, addDays(last, 1)),
    (day) => bridged.has(day),
  );
  const can_check_in = checkinDay({
    now,
    zone: life.zone,
    first_day: dated.first_day,
    duration_days: dated.duration_days,
    completed: is_completed,
    member_last_day: state.streak_last_day,
  }).ok;
  const { due_today, needed_today } = dueToday(dated, today, { ...member, can_check_in });
  const open_from = is_yesterday_open ? yesterday : is_completed ? addDays(last, 1) : today;
  const share = shareSinceJoining(tallyDays(dated, { joined_day, pauses, days: bitsOf(membership), open_from }));
  return {
    days: ledger.map((one) => LETTERS[one.state]).join(''),
    streak,
    longest: Math.max(state.longest_streak, streak),
    due_today,
    needed_today,
    share,
  };
}

function answer(life: Life, check_ins: TriedCheckin[], now: Date): CaseAnswer {
  const today = dayOf(now, life.zone);
  const accepts = acceptsYesterday(now, life.zone, life.moved_at);
  const days = [...new Set([...life.memberships.values()].flatMap(daysOf))].sort();
  const user = userState(life, days);
  const { state } = user;
  const bridged = bridgedNow(life, state, today, accepts);
  const isBridged: DayTest = (day) => bridged.has(day);
  const covered = coveredRestDays(state, today, isBridged);
  const streak = currentUserStreak(stateShown(state, today, accepts), today, isBridged);
  const members = [...life.memberships].filter(([, { left_day }]) => left_day === null);
  return {
    check_ins,
    plans: Object.fromEntries(
      members.map(([letter, membership]) => [letter, answerPlan(life, membership, user, covered, now)]),
    ),
    own: { streak, longest: Math.max(state.longest_streak, streak) },
  };
}

/** Lives a case and answers what it asks. */
export function liveCase({ zone, plans, events, ask_at }: Case): CaseAnswer {
  const life: Life = { zone, moved_at: null, excusing: [], pauses: [], memberships: new Map(), archived: [] };
  const joinings = Object.entries(plans)
    .map(([letter, plan]) => {
      const at = plan.joined_at === undefined ? startOfDay(plan.first_day, zone) : new Date(plan.joined_at);
      return { letter, plan, at };
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  const joinUntil = (now: Date) => {
    while (joinings[0] && joinings[0].at <= now) {
      const { letter, plan, at } = joinings.shift()!;
      join(life, letter, plan, at);
    }
  };
  const check_ins: TriedCheckin[] = [];
  for (const event of events) {
    const now = new Date(event.at);
    joinUntil(now);
    const today = dayOf(now, life.zone);
    if (event.do === 'check_in') check_ins.push(tryCheckin(life, event, now));
    else if (event.do === 'move') move(life, event.zone, now);
    else if (event.do === 'break') takePause(life, { from_day: event.from, to_day: event.to }, today);
    else if (event.do === 'end_break') endBreak(life, today);
    else {
      const membership = life.memberships.get(event.plan);
      // Before joining there is nothing to undo, to leave or to close.
      if (!membership) continue;
      if (event.do === 'take_back') takeBack(membership, event.day);
      else if (event.do === 'leave') membership.left_day = today;
      else if (event.do === 'return') comeBack(life, membership, today);
      else membership.completed_at = now;
    }
  }
  const now = new Date(ask_at);
  joinUntil(now);
  return answer(life, check_ins, now);
}
