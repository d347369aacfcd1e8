import type { KeyPreview } from '#contract/checkin-keys.ts';
import { dayOf, laterDay } from '#domain/days.ts';
import { checkinDayNow } from '../../facts/due.ts';
import type { KeyRow } from './queries.ts';

function stateOf(key: KeyRow, now: Date): KeyPreview['state'] {
  const counted = checkinDayNow(key, key, key.streak_last_day, now);
  if (counted.ok) return 'open';
  if (counted.code === 'already_checked_in') return 'done';
  return counted.code === 'mission_not_started' ? 'not_started' : 'over';
}

/** The day that a check-in of now finds done: today, or after a move to the west the later day that closes it. */
export const doneDay = ({ timezone, streak_last_day }: Pick<KeyRow, 'timezone' | 'streak_last_day'>, now: Date) =>
  laterDay(dayOf(now, timezone), streak_last_day ?? '');

/** What the key would do now, on its owner's own day. */
export const toKeyPreview = (key: KeyRow, now: Date): KeyPreview => {
  const state = stateOf(key, now);
  return {
    mission_id: key.mission_id,
    mission_title: key.mission_title,
    patch: key.patch,
    name: key.name,
    day: state === 'done' ? doneDay(key, now) : dayOf(now, key.timezone),
    state,
  };
};
