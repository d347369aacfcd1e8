import type { KeyPreview } from '#contract/checkin-keys.ts';
import { fromHundredths, fromHundredthsOrNull, hundredthsOn } from '#domain/amounts.ts';
import { dayOf, type LocalDay } from '#domain/days.ts';
import { checkinDay, type Life } from '#domain/life.ts';
import type { KeyRow } from './queries.ts';

/** Expects only the membership in the key's mission in `life`. */
function stateOf(life: Life, now: Date): KeyPreview['state'] {
  const day = checkinDay(life, life.memberships[0]!, { now, at: now, yesterday: false });
  if (typeof day === 'number') return 'open';
  if (day === 'already_checked_in') return 'done';
  return day === 'mission_not_started' ? 'not_started' : 'over';
}

/** Returns what the key's mission counts; null if it counts nothing. */
const toKeyAmounts = ({ unit, target_hundredths, amounts }: KeyRow, today: LocalDay): KeyPreview['amounts'] =>
  unit === null || amounts === null
    ? null
    : {
        unit,
        target: fromHundredthsOrNull(target_hundredths),
        today: fromHundredths(hundredthsOn(amounts, today)),
      };

/** Returns what the key would do now, on its owner's own day. */
export const toKeyPreview = (key: KeyRow, life: Life, now: Date): KeyPreview => ({
  mission_id: key.mission_id,
  mission_title: key.mission_title,
  patch: key.patch,
  name: key.name,
  day: dayOf(now, life.zone),
  state: stateOf(life, now),
  amounts: toKeyAmounts(key, dayOf(now, life.zone)),
});
