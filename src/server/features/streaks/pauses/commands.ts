import type { Pause, PauseInput } from '#contract/streaks.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { PAUSE_AHEAD_DAYS } from '#domain/limits.ts';
import { type PausedDays, refusePause } from '#domain/pauses.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { refreshStanding } from '../../../life/public.ts';
import * as queries from '../queries.ts';

/** Fails with the error of the first rule that the break violates. */
function requireAllowed(pause: PausedDays, others: readonly PausedDays[], today: string): void {
  const wrongStart = (message: string) => ({ errors: [{ path: 'from_day', message }] });
  const refusal = refusePause(pause, others, today);
  if (refusal === 'in_past') fail('pause_in_past', wrongStart('A break can begin yesterday at the earliest'));
  if (refusal === 'too_far')
    fail('invalid_input', wrongStart(`A break can begin at most ${PAUSE_AHEAD_DAYS} days ahead`));
  if (refusal === 'overlaps') fail('pause_overlaps');
  if (refusal === 'limit') fail('pause_limit');
}

/** Saves the standing with the break's days. Hints to other members only if the break has started. */
async function applyChange(tx: Tx, userId: string, pause: PausedDays, today: string, now: Date): Promise<void> {
  await refreshStanding(tx, userId, now);
  tx.changed({ user_ids: [userId] }, 'everything');
  if (pause.from_day > today) return;
  for (const mission_id of await queries.listRunningMissions(tx, userId)) tx.changed({ mission_id }, 'mission');
}

/** Adds a break. The lock on the user's row makes concurrent breaks count each other (docs/rules.md#pauses). */
export async function createPause(tx: Tx, userId: string, input: PauseInput, now: Date): Promise<Pause> {
  const zone = (await queries.lockZone(tx, userId)) ?? fail('not_signed_in');
  const today = dayOf(now, zone);
  requireAllowed(input, await queries.listPausedDays(tx, userId), today);
  const pause = await queries.insertPause(tx, userId, input, now);
  await applyChange(tx, userId, pause, today, now);
  return pause;
}

/** Cancels a break that has not started, or ends a running one with yesterday. Deletes a break that started today. */
export const removePause = (db: Db, userId: string, id: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const zone = (await queries.lockZone(tx, userId)) ?? fail('not_signed_in');
    const today = dayOf(now, zone);
    const pauses = await queries.listPausedDays(tx, userId);
    const pause = pauses.find((one) => one.id === id) ?? fail('pause_not_found');
    if (pause.to_day < today) fail('pause_over');
    await queries.endPause(tx, id, pause.from_day < today ? addDays(today, -1) : null);
    await applyChange(tx, userId, pause, today, now);
  });
