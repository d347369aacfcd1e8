import type { Case, CaseAnswer, CaseEvent, TriedCheckin, TryEvent } from '../cases.ts';
import { answerCase } from './answer.ts';
import { type DayNumber, dayAt, startOf, toDay, toText } from './clock.ts';
import { type Break, isYesterdayOpen, type Life, periodOf } from './life-so-far.ts';
import { isExtra, join, type Member } from './plans.ts';

/**
 * A second tracker for the cases of the days standard. It follows docs/days.md and shares no code with the domain, so
 * random lives find disagreements. It is deliberately slow and plain.
 * Two rules of both trackers are not in docs/days.md:
 * - A completed plan requires days until the day before its completion in the user's own zone.
 * - A return does not change the earlier period, even if a check-in for those days arrives late.
 */

const SECOND = 1000;
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

function instantOf({ made_at, sent_at }: TryEvent, now: number): number {
  if (made_at === undefined) return now;
  const tapped = Date.parse(made_at);
  if (sent_at === undefined) return tapped;
  const sent = Date.parse(sent_at);
  if (sent < tapped) return now;
  const isSentAtOnce = sent - tapped <= 2 * SECOND && sent <= now && now - sent <= 300 * SECOND;
  return isSentAtOnce ? tapped : now - (sent - tapped);
}

function tryCheckin(life: Life, event: TryEvent, now: number): TriedCheckin {
  const member = life.members.get(event.plan);
  if (!member || member.left !== null || member.completedAt !== null) return null;
  const instant = instantOf(event, now);
  if (instant > now + 60 * SECOND || instant < now - 48 * HOUR) return null;
  const isForYesterday = event.for === 'yesterday';
  if (isForYesterday && !isYesterdayOpen(life, instant)) return null;
  const day = dayAt(instant, life.zone) - Number(isForYesterday);
  if (day < Math.max(member.first, member.joined) || day > member.last || member.taken.has(day)) return null;
  const extra = isExtra(member, day);
  member.taken = new Set([...member.taken, day]);
  return { day: toText(day), ...(extra && { extra: true as const }) };
}

function move(life: Life, zone: string, now: number): void {
  const [before, after] = [dayAt(now, life.zone), dayAt(now, zone)];
  if (after > before && life.excusing.filter((at) => now - at < WEEK).length < 2) {
    life.excusing.push(now);
    for (let day = before; day < after; day += 1) life.traveled.add(day);
  }
  life.zone = zone;
  life.moved = after;
}

/** Returns true if 365 days in a row would have more than 42 paused days. */
function isOverYear(breaks: readonly Break[]): boolean {
  const days = breaks.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  return days.some((start) => days.filter((day) => day >= start && day < start + 365).length > 42);
}

function takePause(life: Life, taken: Break, today: DayNumber): void {
  const { from, to } = taken;
  if (from < today - 1 || from > today + 365 || to < from || to - from > 20) return;
  if (life.breaks.some((one) => one.from <= to && from <= one.to) || isOverYear([...life.breaks, taken])) return;
  life.breaks.push(taken);
}

function endBreak(life: Life, today: DayNumber): void {
  life.breaks = life.breaks
    .map((one) => (one.from <= today && today <= one.to ? { ...one, to: today - 1 } : one))
    .filter(({ from, to }) => from <= to);
}

function comeBack(life: Life, member: Member, today: DayNumber): void {
  if (member.left === null) return;
  const before = periodOf(life, member);
  life.ended.push({ ...before, member: { ...member }, to: Math.min(before.to, today - 1) });
  member.left = null;
  member.returned = today;
}

function happen(life: Life, event: Exclude<CaseEvent, TryEvent>, now: number): void {
  const today = dayAt(now, life.zone);
  if (event.do === 'move') move(life, event.zone, now);
  else if (event.do === 'break') takePause(life, { from: toDay(event.from), to: toDay(event.to) }, today);
  else if (event.do === 'end_break') endBreak(life, today);
  else {
    const member = life.members.get(event.plan);
    if (!member) return;
    if (event.do === 'take_back') member.taken = new Set([...member.taken].filter((day) => day !== toDay(event.day)));
    else if (event.do === 'leave') member.left ??= today;
    else if (event.do === 'return') comeBack(life, member, today);
    else if (event.do === 'complete') member.completedAt ??= now;
    else if (event.do === 'edit') {
      member.first = toDay(event.first_day);
      member.last = member.first + event.days - 1;
    }
  }
}

export function trackCase({ zone, plans, events, ask_at }: Case): CaseAnswer {
  const life: Life = {
    zone,
    moved: null,
    excusing: [],
    traveled: new Set(),
    breaks: [],
    members: new Map(),
    ended: [],
  };
  const joinings = Object.entries(plans)
    .map(([letter, plan]) => ({
      ...{ letter, plan },
      at: plan.joined_at === undefined ? startOf(toDay(plan.first_day), zone) : Date.parse(plan.joined_at),
    }))
    .sort((one, other) => one.at - other.at);
  const joinUntil = (now: number) => {
    for (const { letter, plan, at } of joinings)
      if (at <= now && !life.members.has(letter)) life.members.set(letter, join(plan, dayAt(at, life.zone)));
  };
  const check_ins: TriedCheckin[] = [];
  for (const event of events) {
    const now = Date.parse(event.at);
    joinUntil(now);
    if (event.do === 'check_in') check_ins.push(tryCheckin(life, event, now));
    else happen(life, event, now);
  }
  const now = Date.parse(ask_at);
  joinUntil(now);
  return { check_ins, ...answerCase(life, now) };
}
