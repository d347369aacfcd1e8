import { addDays, type LocalDay, startOfMinute } from '#domain/days.ts';
import { missionSpecs } from './missions.ts';
import { type Random, randomFrom } from './random.ts';

/** The letter of a person (A to L) or a mission (a to k). */
export type Letter = string;

interface Step {
  at: string;
  who: Letter;
}

export interface TryAction extends Step {
  do: 'check_in';
  mission: Letter;
  /** The number of the attempt, for its undo. */
  n: number;
  day?: 'yesterday';
  performed_at?: string;
  sent_at?: string;
}

export type Action =
  | TryAction
  | (Step & { do: 'undo'; n: number })
  | (Step & { do: 'create' | 'edit'; mission: Letter; body: Record<string, unknown> })
  | (Step & { do: 'join' | 'leave' | 'complete' | 'delete'; mission: Letter })
  | (Step & { do: 'move'; zone: string })
  | (Step & { do: 'break'; from: LocalDay; to: LocalDay })
  | (Step & { do: 'end_break' })
  | (Step & { do: 'remind'; mission: Letter; body: Record<string, unknown> });

interface Person {
  letter: Letter;
  zone: string;
}

export interface Plan {
  seed: number;
  people: Person[];
  actions: Action[];
}

/** A Monday. Clocks change in Berlin on 29 March, and in Auckland on 5 April. */
export const START = '2026-03-16';
export const DAYS = 28;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const ZONES = [
  ...['Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Auckland', 'UTC', 'Pacific/Kiritimati'],
  ...['Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Auckland', 'Europe/Berlin', 'Asia/Kolkata'],
];
const DESTINATIONS = ['Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Auckland'];

interface Move {
  day: number;
  at: string;
  zone: string;
}

/** One person's plan: zone changes, and missions from one day to another. */
interface Life extends Person {
  moves: Move[];
  memberships: { mission: Letter; from: number; to: number; diligence: number }[];
}

const iso = (ms: number) => new Date(ms).toISOString();
const dayAt = (day: number) => addDays(START, day);
const startMs = Date.parse(`${START}T00:00:00Z`);

const zoneOn = ({ zone, moves }: Life, day: number) => moves.findLast((move) => move.day < day)?.zone ?? zone;

/** Returns the instant of a minute on someone's clock, in the morning's zone of that day. */
const minuteAt = (life: Life, day: number, minute: number) =>
  startOfMinute(dayAt(day), minute, zoneOn(life, day)).getTime();

function planMoves(random: Random, life: Life): void {
  if (!random.chance(0.75)) return;
  const days = random.chance(0.5) ? [random.int(3, 24)] : [random.int(2, 7), random.int(8, 14), random.int(15, 25)];
  for (const day of days) {
    const here = zoneOn(life, day);
    const zone = random.pick(DESTINATIONS.filter((one) => one !== here));
    life.moves.push({ day, at: iso(minuteAt(life, day, random.int(300, 1380))), zone });
  }
}

function planBreaks(random: Random, life: Life): Action[] {
  if (!random.chance(0.6)) return [];
  const day = random.int(4, 20);
  const from = dayAt(day + random.int(-1, 2));
  const to = addDays(from, random.int(0, 5));
  const { letter: who } = life;
  const actions: Action[] = [{ at: iso(minuteAt(life, day, random.int(480, 1260))), who, do: 'break', from, to }];
  if (random.chance(0.5))
    actions.push({ at: iso(minuteAt(life, day + 2, random.int(60, 1320))), who, do: 'end_break' });
  return actions;
}

/** Plans an attempt for a day: on the day, on the next morning, or from a device that was offline. */
function planTry(random: Random, life: Life, day: number, base: Pick<TryAction, 'who' | 'do' | 'mission' | 'n'>) {
  const kind = random.next();
  const performed = minuteAt(life, day, random.int(330, 1430));
  if (kind < 0.12) return { ...base, at: iso(minuteAt(life, day + 1, random.int(5, 790))), day: 'yesterday' as const };
  if (kind > 0.2) return { ...base, at: iso(performed) };
  const at = performed + random.int(1, 38) * HOUR + random.int(0, 59) * MINUTE;
  if (random.chance(0.2)) return { ...base, at: iso(at), performed_at: iso(performed) };
  const skew = random.int(-90, 90) * MINUTE;
  return { ...base, at: iso(at), performed_at: iso(performed + skew), sent_at: iso(at + skew) };
}

function planTries(random: Random, life: Life, nextNumber: () => number): Action[] {
  const actions: Action[] = [];
  const { letter: who } = life;
  for (const { mission, from, to, diligence } of life.memberships)
    for (let day = Math.max(0, from); day <= Math.min(to, DAYS - 1); day += 1) {
      const move = life.moves.find((one) => one.day === day);
      if (!random.chance(diligence)) continue;
      const base = { who, do: 'check_in' as const, mission };
      const attempt: TryAction = planTry(random, life, day, { ...base, n: nextNumber() });
      actions.push(attempt);
      const at = Date.parse(attempt.at);
      if (random.chance(0.06))
        actions.push({ at: iso(at + random.int(1, 50) * MINUTE), who, do: 'undo', n: attempt.n });
      if (random.chance(0.05) || move)
        actions.push({
          ...base,
          n: nextNumber(),
          at: iso(move ? Date.parse(move.at) + random.int(1, 600) * MINUTE : at + random.int(60, 180) * MINUTE),
        });
    }
  return actions;
}

const planReminders = (random: Random, life: Life): Action[] =>
  life.memberships
    .filter(() => random.chance(0.4))
    .map(({ mission, from }) => ({
      at: iso(minuteAt(life, Math.max(from, 0) + 1, random.int(0, 30))),
      who: life.letter,
      do: 'remind' as const,
      mission,
      body: {
        hour: random.pick([7, 9, 12, 18, 19]),
        channel: random.pick(['email', 'push']),
        is_on: true,
        ...('cei'.includes(mission) && random.chance(0.5) ? { days: ['mon', 'thu', 'sat'] } : {}),
      },
    }));

/** Plans joining, leaving and returning of members. Joining on the first day is in time. */
function planMembership(random: Random, life: Life, spec: { letter: Letter; created: number; end: number }): Action[] {
  const joins = random.chance(0.34) ? spec.created : random.chance(0.22) ? spec.created + random.int(2, 12) : null;
  if (joins === null || joins >= DAYS - 1) return [];
  const { letter: who } = life;
  const step = (day: number, what: 'join' | 'leave'): Action => ({
    at:
      day === spec.created
        ? iso(startMs + day * 24 * HOUR + random.int(1200, 3000) * 1000)
        : iso(minuteAt(life, day, random.int(60, 1380))),
    who,
    do: what,
    mission: spec.letter,
  });
  const diligence = 0.5 + 0.45 * random.next();
  const actions = [step(joins, 'join')];
  const leaves = random.chance(0.22) ? joins + random.int(2, 10) : null;
  life.memberships.push({ mission: spec.letter, from: joins, to: leaves ?? spec.end + 2, diligence });
  if (leaves === null || leaves >= DAYS - 1) return actions;
  actions.push(step(leaves, 'leave'));
  const returns = leaves + random.int(1, 6);
  if (!random.chance(0.65) || returns >= DAYS - 1) return actions;
  life.memberships.push({ mission: spec.letter, from: returns, to: spec.end + 2, diligence });
  return [...actions, step(returns, 'join')];
}

/**
 * Gives each action its own instant, so that their order depends only on the plan. Drops attempts before their mission
 * exists.
 */
function inOrder(actions: Action[]): Action[] {
  let last = 0;
  const end = startMs + DAYS * 24 * HOUR;
  const created = new Map(
    actions.flatMap((action) => (action.do === 'create' ? [[action.mission, Date.parse(action.at)] as const] : [])),
  );
  return actions
    .map((action, index) => ({ action, index, ms: Date.parse(action.at) }))
    .filter(({ ms }) => ms > startMs && ms < end)
    .filter(({ action, ms }) => !('mission' in action) || ms >= created.get(action.mission)!)
    .sort((one, other) => one.ms - other.ms || one.index - other.index)
    .map(({ action, ms }) => {
      // Noon and midnight are reserved for reading the screens.
      last = Math.max(ms % (12 * HOUR) === 0 ? ms + 1000 : ms, last + 1000);
      return { ...action, at: iso(last) };
    });
}

/**
 * Plans everything that twelve people try in 28 days, from the seed only. Whether an attempt is accepted changes no
 * later one.
 */
export function planLife(seed: number): Plan {
  const random = randomFrom(seed);
  const lives: Life[] = ZONES.map((zone, at) => {
    return { letter: String.fromCharCode(65 + at), zone, moves: [], memberships: [] };
  });
  for (const life of lives) planMoves(random, life);
  const actions: Action[] = [];
  for (const spec of missionSpecs(random, dayAt)) {
    const owner = lives[spec.owner]!;
    const instant = (day: number) => iso(startMs + day * 24 * HOUR + random.int(10, 900) * 1000);
    const own = { who: owner.letter, mission: spec.letter };
    actions.push({ ...own, at: instant(spec.created), do: 'create', body: spec.body });
    owner.memberships.push({
      mission: spec.letter,
      from: spec.created,
      to: spec.end + 2,
      diligence: 0.6 + 0.35 * random.next(),
    });
    for (const { day, body } of spec.edits) actions.push({ ...own, at: instant(day), do: 'edit', body });
    for (const { day, what } of spec.ends)
      actions.push({ ...own, at: iso(Date.parse(instant(day)) + 15 * HOUR), do: what });
    for (const life of lives) if (life !== owner) actions.push(...planMembership(random, life, spec));
  }
  let number = 0;
  for (const life of lives) {
    const { letter: who, moves } = life;
    for (const { at, zone } of moves) actions.push({ at, who, do: 'move', zone });
    actions.push(...planBreaks(random, life), ...planReminders(random, life));
    actions.push(...planTries(random, life, () => (number += 1)));
  }
  return { seed, people: lives.map(({ letter, zone }) => ({ letter, zone })), actions: inOrder(actions) };
}

/** The noons and midnights of UTC when every screen is read. */
export const instants: readonly string[] = Array.from({ length: 2 * DAYS }, (_, at) =>
  iso(startMs + (at + 1) * 12 * HOUR),
);
