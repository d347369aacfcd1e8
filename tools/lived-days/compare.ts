import { addDays } from '#domain/days.ts';
import type { Facts, Value } from './facts.ts';
import type { Lived } from './live.ts';
import { instants, type Letter, type Plan } from './plan.ts';

export interface Difference {
  seed: number;
  /** The number of the event's instant, or of the instant after the event. */
  instant: number;
  at: string;
  screen: string;
  /** A dash means no person or no mission. */
  who: Letter;
  mission: Letter;
  /** The number of an attempt or action, or the instant of an email. A screen has null. */
  mark: string | null;
  field: string;
  /** The day, if a field has a value per day. */
  day: string | null;
  before: Value | undefined;
  now: Value | undefined;
}

/** The input of a condition: the difference, both lives and the plan. */
export interface Context extends Difference {
  plan: Plan;
  recorded: Lived;
  lived: Lived;
  /** Reads another field of the same screen, person and mission, recorded and lived. */
  read(path: string): { before: Value | undefined; now: Value | undefined };
}

/** A value of days, such as `2026-03-16:ccrc`. */
const DAYS_VALUE = /^(\d{4}-\d\d-\d\d):(.*)$/;

function daysOf(value: Value | undefined): Map<string, string> | null {
  const found = typeof value === 'string' ? DAYS_VALUE.exec(value) : null;
  if (!found) return value === undefined || value === '' ? new Map() : null;
  return new Map([...found[2]!].map((letter, at) => [addDays(found[1]!, at), letter]));
}

function compareValues(base: Difference): Difference[] {
  const [before, now] = [daysOf(base.before), daysOf(base.now)];
  if (!before || !now || before.size + now.size === 0) return [base];
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((day) => before.get(day) !== now.get(day))
    .map((day) => ({ ...base, day, before: before.get(day), now: now.get(day) }));
}

type Place = Pick<Difference, 'seed' | 'instant' | 'at'>;

function compareFacts(recorded: Facts, lived: Facts, isEvents: boolean, place: (path: string) => Place) {
  const paths = new Set([...recorded.keys(), ...lived.keys()]);
  return [...paths].flatMap((path) => {
    const [before, now] = [recorded.get(path), lived.get(path)];
    if (before === now) return [];
    const [screen, who, mission, ...rest] = path.split(' ') as [string, string, string, ...string[]];
    const mark = isEvents ? rest.shift()! : null;
    return compareValues({ ...place(path), screen, who, mission, mark, field: rest.join(' '), day: null, before, now });
  });
}

/** Returns the instant of an event: the instant of its action, or the instant in its path. */
function eventAt(plan: Plan, path: string): string {
  const mark = path.split(' ')[3]!;
  if (mark.includes('T')) return mark;
  const found = plan.actions.find((action, n) =>
    path.startsWith('receipt ') ? action.do === 'check_in' && action.n === Number(mark) : n === Number(mark),
  );
  return found!.at;
}

export function compareLives(plan: Plan, recorded: Lived, lived: Lived): Difference[] {
  const { seed } = plan;
  const ofEvents = compareFacts(recorded.events, lived.events, true, (path) => {
    const at = eventAt(plan, path);
    return { seed, at, instant: instants.findIndex((instant) => instant >= at) };
  });
  const ofScreens = instants.flatMap((at, instant) =>
    compareFacts(recorded.asked[instant]!, lived.asked[instant]!, false, () => ({ seed, at, instant })),
  );
  return [...ofEvents, ...ofScreens];
}

export function toContext(difference: Difference, plan: Plan, recorded: Lived, lived: Lived): Context {
  const read = (path: string) => ({
    before: recorded.asked[difference.instant]?.get(path),
    now: lived.asked[difference.instant]?.get(path),
  });
  return { ...difference, plan, recorded, lived, read };
}
