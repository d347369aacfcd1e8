import { countDays, type Day, isChosen, type Membership, weekOf } from './life.ts';
import { CHECKED, MISSED, REST } from './outcomes.ts';
import type { DayStates } from './standing.ts';

/** Returns true if the schedule required a checked day. In times a week, the first ones of the week are required. */
const isCounted = (m: Membership, day: Day): boolean =>
  m.times === null ? isChosen(m.weekdays, day) : countDays(m.days, weekOf(m, day), day) <= m.times;

/** Counts the required check-ins and the missed days, saved ones included, in a range of days. */
export function tallyBetween(
  m: Membership,
  { from, states }: DayStates,
  since: Day,
  until: Day,
): { counted: number; missed: number } {
  const tally = { counted: 0, missed: 0 };
  for (let day = Math.max(from, since); day <= until; day += 1) {
    const state = states[day - from];
    if (state === CHECKED) tally.counted += Number(isCounted(m, day));
    else if (state === MISSED || state === REST) tally.missed += 1;
  }
  return tally;
}
