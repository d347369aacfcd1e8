import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import type { Db } from '../../../db/open.ts';
import { doubtClock, isClockDoubted, listNotedInstants, saveNotedInstants } from '../../../db/server-facts.ts';
import { defineRecurring } from '../../../jobs/job.ts';
import { forgetTurn, lastTurn } from '../../../jobs/recurring.ts';
import { queueRebuilds } from '../../streaks/public.ts';
import { bringBack, bringBackJobs, COMPARED, listCompletedAhead, reopen, SLACK_MS } from './queries.ts';

/** A start that is so much later than the last turn of any job has a clock that might be ahead. */
const DOUBTED_AFTER_MS = 7 * DAY_MS;
/** How many of the last hours are noted. */
const NOTED_HOURS = 48;

async function reopenMissions(db: Db, now: Date): Promise<number> {
  let reopened = 0;
  for (const id of await listCompletedAhead(db, now))
    await db.transact(async (tx) => {
      if (!(await reopen(tx, id, now))) return;
      await queueRebuilds(tx, id);
      tx.changed({ mission_id: id }, 'mission');
      reopened++;
    });
  return reopened;
}

/**
 * Brings back what lies further ahead than it can, because the clock was ahead for a while, at each start and hourly
 * (docs/rules.md#jobs). Changes nothing while every hour that was noted lies ahead: then the clock is behind.
 */
export const bringBackInstants = defineRecurring({
  name: 'bring-back-instants',
  every_s: HOUR_MS / SECOND_MS,
  handle: async ({ db, clock, log }) => {
    const now = clock.now();
    const noted = await listNotedInstants(db);
    const before = noted.filter((instant) => instant.getTime() <= now.getTime() + SLACK_MS);
    if (noted.length > 0 && before.length === 0)
      return log.warn({ noted: noted.at(-1) }, 'the clock of this machine is behind: let it follow a time server');
    const counts: Record<string, number> = {
      missions_reopened: await reopenMissions(db, now),
      jobs: await bringBackJobs(db),
    };
    for (const compared of COMPARED)
      counts[`${compared.table}.${compared.column}`] = await bringBack(db, compared, now);
    const found = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    if (Object.keys(found).length > 0) log.warn(found, 'the clock was ahead: what was stored ahead is brought back');
    if (!(await isClockDoubted(db, now))) await saveNotedInstants(db, [...before, now].slice(-NOTED_HOURS));
  },
});

/**
 * Has the stored instants looked at by the next turn. A start that is long after the last turn of any job might have a
 * clock that is ahead: what cannot be undone waits an hour then, until the clock is right or the hour is over.
 */
export async function lookAtClockAtStart(db: Db, now: Date): Promise<void> {
  const last = await lastTurn(db);
  if (last !== null && now.getTime() - last.getTime() > DOUBTED_AFTER_MS) await doubtClock(db, now);
  await forgetTurn(db, bringBackInstants);
}
