import type { Db } from '#platform/db/open.ts';
import {
  type ClockSpan,
  doubtClock,
  isClockDoubted,
  listClockSpans,
  saveClockSpans,
} from '#platform/db/server-facts.ts';
import { defineRecurring } from '#platform/jobs/job.ts';
import { forgetTurn, lastTurn } from '#platform/jobs/recurring.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { listMembersEver, saveLater } from '../../../life/public.ts';
import { markAheadRead } from '../../notifications/public.ts';
import { bringBack, bringBackJobs, COMPARED, LEFT_MS, listCompletedAhead, reopen } from './queries.ts';

/** A start that is so much later than the last turn of any job has a clock that might be ahead. */
const DOUBTED_AFTER_MS = 7 * DAY_MS;
/** The clocks of instances may differ by so much. */
const SLACK_MS = 10 * MINUTE_MS;
/** How many spans of the clock are noted. */
const SPANS_NOTED = 10;

/**
 * Returns the spans to note after a look at the clock: the last one goes on, or another one begins after a jump. Those
 * that a clock that was ahead left behind are dropped. Null if the clock is behind: it went back by less than a day, or
 * into a span through which it ran, or before all of them.
 */
export function addLook(spans: readonly ClockSpan[], now: Date): ClockSpan[] | null {
  const at = now.getTime();
  const begun = spans.filter(({ from }) => from.getTime() <= at + SLACK_MS);
  const [newest, last] = [spans.at(-1), begun.at(-1)];
  if (newest && newest.to.getTime() > at + SLACK_MS && newest.to.getTime() <= at + LEFT_MS) return null;
  if (newest && (!last || last.to.getTime() > at + SLACK_MS)) return null;
  const isOn = last !== undefined && at - last.to.getTime() <= LEFT_MS;
  const noted = isOn ? [...begun.slice(0, -1), { from: last.from, to: now }] : [...begun, { from: now, to: now }];
  return noted.slice(-SPANS_NOTED);
}

async function reopenMissions(db: Db, now: Date): Promise<number> {
  let reopened = 0;
  for (const id of await listCompletedAhead(db, now))
    await db.transact(async (tx) => {
      if (!(await reopen(tx, id, now))) return;
      await saveLater(tx, await listMembersEver(tx, id));
      tx.changed({ mission_id: id }, 'mission');
      reopened++;
    });
  return reopened;
}

/**
 * Brings back what lies more than a day further ahead than it can, because the clock was ahead for a while, at each start
 * and hourly (docs/rules.md#operator). Changes nothing while the clock is behind.
 */
export const bringBackInstants = defineRecurring({
  name: 'bring-back-instants',
  every_s: HOUR_MS / SECOND_MS,
  handle: async ({ db, clock, log }) => {
    const now = clock.now();
    const spans = await listClockSpans(db);
    const noted = addLook(spans, now);
    if (noted === null)
      return log.warn({ noted: spans.at(-1)?.to }, 'the clock of this machine is behind: let it follow a time server');
    const counts: Record<string, number> = {
      missions_reopened: await reopenMissions(db, now),
      jobs: await bringBackJobs(db),
      checkins_read: await markAheadRead(db, new Date(now.getTime() + LEFT_MS)),
    };
    for (const compared of COMPARED)
      counts[`${compared.table}.${compared.column}`] = await bringBack(db, compared, now);
    const found = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    if (Object.keys(found).length > 0)
      log.warn(found, 'the clock was ahead: what was stored ahead is brought back, but check-ins stay on their days');
    if (!(await isClockDoubted(db, now))) await saveClockSpans(db, noted);
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
