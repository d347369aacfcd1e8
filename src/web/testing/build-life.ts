import { addDays, dayNumber } from '#domain/days.ts';
import { EVERY_WEEKDAY, type Life, type Membership, toDaySet } from '#domain/life.ts';

/** Builds a membership of a daily mission `m` that started on `first`, with check-ins on `days`. */
export function buildMembership(
  { first, length = 30, days = [] }: { first: string; length?: number; days?: readonly string[] },
  fields: Partial<Membership> = {},
): Membership {
  const day = dayNumber(first);
  const last = dayNumber(addDays(first, length - 1));
  return {
    ...{ id: 'm', times: null, weekdays: EVERY_WEEKDAY, first: day, last, joined: day, returned: day, to: last },
    ...{ running: true, days: toDaySet(days.map(dayNumber)) },
    ...fields,
  };
}

/** Builds a life in UTC with these memberships; `breaks` are first and last days. */
export const buildLife = (
  memberships: readonly Membership[],
  breaks: readonly (readonly [string, string])[] = [],
): Life => ({
  ...{ zone: 'UTC', moved: null, archived: toDaySet([]), memberships },
  away: breaks.map(([from, to]) => ({ from: dayNumber(from), to: dayNumber(to), kind: 'break' })),
});
