import type { Streak } from '#contract/streaks.ts';
import { dayText } from '#domain/days.ts';
import type { Day } from '#domain/life.ts';
import { LEDGER_DAYS } from '#domain/limits.ts';
import { DAY_STATES } from '#domain/outcomes.ts';
import { breaksOf } from '#domain/pauses.ts';
import type { DayStates, MissionStanding, Standing } from '#domain/standing.ts';
import { currentZone } from '#platform/lib/zones.ts';
import type { LifeStanding } from '../../life/public.ts';

const listDays = ({ from, states }: DayStates, since: Day): Streak['days'] =>
  Array.from(states, (code, at) => ({ day: from + at, state: DAY_STATES[code]! })).flatMap(({ day, state }) =>
    day < since || state === 'none' ? [] : [{ day: dayText(day), state }],
  );

/** Returns the day ledger of the user's overall streak or of one mission (docs/rules.md#streaks). */
export function toStreak(
  { life, found }: LifeStanding,
  { streak, longest, rest_days, days }: Standing | MissionStanding,
): Streak {
  const listed = listDays(days, found.today + 1 - LEDGER_DAYS);
  const [first, last] = [listed.at(0)?.day ?? '', listed.at(-1)?.day ?? ''];
  return {
    streak_days: streak,
    longest_streak: longest,
    rest_days,
    timezone: currentZone(life.zone),
    days: listed,
    pauses: breaksOf(life).filter(({ from_day, to_day }) => from_day <= last && to_day >= first),
  };
}
