import type { Case, CaseEvent, CasePlan } from '../cases.ts';
import { startOf, toDay, toText } from './clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Zones with all kinds of clock changes, skipped dates and odd offsets. */
const ZONES = [
  'Africa/Cairo',
  'America/New_York',
  'America/Port-au-Prince',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Kuala_Lumpur',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Pacific/Honolulu',
  'Pacific/Kiritimati',
  'Pacific/Kwajalein',
  'Pacific/Pago_Pago',
];
/** Days near clock changes, leap days and dates that a zone skipped. */
const ODD_DAYS = [
  '1993-08-21',
  '1994-12-31',
  '2011-12-30',
  '2016-02-29',
  '2018-02-18',
  '2018-11-04',
  '2024-03-31',
  '2024-10-27',
  '2024-12-31',
];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const LIFE_DAYS_MAX = 100;

/** Creates a generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!,
  };
}
type Random = ReturnType<typeof createRandom>;

const toInstant = (ms: number) => `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`;

function pickSchedule({ chance, pick }: Random): CasePlan['schedule'] {
  const kind = pick(['daily', 'weekly', 'weekdays'] as const);
  if (kind === 'daily') return { kind };
  if (kind === 'weekly') return { kind, times: pick([1, 2, 3, 4, 5, 6]) };
  const days = WEEKDAYS.filter(() => chance(0.45));
  return { kind, days: days.length === 0 || days.length === 7 ? [pick(WEEKDAYS)] : days };
}

function pickPlan(random: Random, start: number, zone: string): CasePlan {
  const { int, chance } = random;
  const first = start + (chance(0.3) ? int(10, 50) : int(0, 6));
  const schedule = pickSchedule(random);
  const days = int(schedule.kind === 'weekly' ? 7 : 1, 40);
  const joined = startOf(first, zone) + int(-20 * 24, 6 * 24) * HOUR + int(0, 3599) * 1000;
  const joined_at = chance(0.6) ? { joined_at: toInstant(Math.max(startOf(start, zone), joined)) } : {};
  return { first_day: toText(first), days, schedule, ...joined_at };
}

/** Returns an attempt: possibly late, for yesterday, or from a device that was offline or has a wrong clock. */
function pickTry({ int, chance, pick }: Random, plan: string, at: number): CaseEvent {
  const event: CaseEvent = { at: toInstant(at), do: 'check_in', plan };
  if (chance(0.15)) event.for = 'yesterday';
  if (chance(0.2)) {
    const waited = pick([0, 1, 60, 1800, 9 * 3600, 26 * 3600, 50 * 3600]) * 1000 + int(0, 900_000);
    const wrong = chance(0.5) ? 0 : int(-300, 300) * 61_000;
    event.made_at = toInstant(at - waited + wrong);
    if (wrong !== 0 || chance(0.5)) event.sent_at = toInstant(at + wrong - int(0, 4) * 1000);
    if (event.sent_at !== undefined && event.sent_at < event.made_at && chance(0.9)) event.sent_at = event.made_at;
  }
  return event;
}

/** Returns an edit of a plan's days. Only a daily plan gets another first day. */
function pickEdit({ int, chance }: Random, letter: string, plan: CasePlan, day: number, at: string): CaseEvent {
  const { first_day, schedule } = plan;
  const isMoved = schedule.kind === 'daily' && chance(0.6);
  const days = int(schedule.kind === 'weekly' ? 7 : 1, 40);
  return { at, do: 'edit', plan: letter, first_day: isMoved ? toText(day + int(0, 5)) : first_day, days };
}

/** Returns a random life with the events of up to 100 days, the same for the same seed. */
export function buildRandomCase(seed: number): Case {
  const random = createRandom(seed);
  const { int, chance, pick } = random;
  const zone = pick(ZONES);
  const start = chance(0.4) ? toDay(pick(ODD_DAYS)) - int(0, 20) : int(toDay('1992-01-01'), toDay('2025-08-01'));
  const letters = ['a', 'b', 'c'].slice(0, pick([1, 1, 2, 2, 3]));
  const plans = Object.fromEntries(letters.map((letter) => [letter, pickPlan(random, start, zone)]));
  const end = Math.max(...Object.values(plans).map(({ first_day, days }) => toDay(first_day) + days));
  const days = Math.min(LIFE_DAYS_MAX, end - start + int(0, 30));
  const zeal = Object.fromEntries(letters.map((letter) => [letter, pick([0.4, 0.75, 0.95])]));
  const [travels, rests, leaves, regrets, edits] = [0.06, 0.04, 0.03, 0.05, 0.03].map((share) =>
    chance(0.5) ? share : 0,
  );
  const out = new Set<string>();
  const joinedAt = ({ first_day, joined_at }: CasePlan) => joined_at ?? toInstant(startOf(toDay(first_day), zone));
  const events: CaseEvent[] = [];
  for (const [letter, { first_day, days: length }] of Object.entries(plans))
    if (chance(0.3)) {
      const over = startOf(toDay(first_day) + length, zone);
      events.push({ at: toInstant(over + int(0, 7 * 24 * 3600) * 1000), do: 'complete', plan: letter });
    }
  const completedAt = new Map(events.map((event) => ['plan' in event ? event.plan : '', event.at]));
  for (let day = start; day < start + days; day += 1) {
    const at = () => day * DAY + int(0, 24 * 3600 - 1) * 1000;
    const isQuiet = chance(0.04);
    for (const letter of letters)
      while (!isQuiet && chance(zeal[letter]! * 0.8)) events.push(pickTry(random, letter, at()));
    if (chance(travels!)) events.push({ at: toInstant(at()), do: 'move', zone: pick(ZONES) });
    if (chance(rests!)) {
      const from = day + int(-2, 6);
      events.push({ at: toInstant(at()), do: 'break', from: toText(from), to: toText(from + int(-1, 22)) });
    }
    if (chance(rests!)) events.push({ at: toInstant(at()), do: 'end_break' });
    const letter = pick(letters);
    const when = toInstant(at());
    if (when >= (completedAt.get(letter) ?? '9')) continue;
    if (chance(edits!)) events.push(pickEdit(random, letter, plans[letter]!, day, when));
    if (chance(regrets!)) events.push({ at: when, do: 'take_back', plan: letter, day: toText(day - int(0, 1)) });
    if (when >= joinedAt(plans[letter]!) && chance(out.has(letter) ? 0.2 : leaves!)) {
      events.push({ at: when, do: out.has(letter) ? 'return' : 'leave', plan: letter });
      if (!out.delete(letter)) out.add(letter);
    }
  }
  events.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  const ask_at = toInstant((start + days) * DAY);
  return { id: `life-${seed}`, zone, plans, events: events.filter(({ at }) => at <= ask_at), ask_at };
}

/** Returns the life at one instant of every nth day, and at its end. */
export function listMoments(life: Case, everyDays: number): Case[] {
  const random = createRandom(life.id.length + life.events.length);
  const start = Math.min(...Object.values(life.plans).map(({ first_day }) => toDay(first_day))) * DAY;
  const end = Date.parse(life.ask_at);
  const moments: Case[] = [];
  for (let day = start; day < end; day += everyDays * DAY) {
    const ask_at = toInstant(day + random.int(0, 24 * 3600 - 1) * 1000);
    moments.push({ ...life, events: life.events.filter(({ at }) => at <= ask_at), ask_at });
  }
  return [...moments, life];
}
