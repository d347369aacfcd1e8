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

/** A start this long after the last recurring job might have a clock that is ahead. */
const DOUBTED_AFTER_MS = 7 * DAY_MS;
/** How far the clocks of instances can differ. */
const SLACK_MS = 10 * MINUTE_MS;
const SPANS_NOTED = 10;

/**
 * Extends the last span to `now`, or starts a new one after a jump; null if the clock is behind. Drops the spans that a
 * clock left behind while it was ahead. The clock is behind if it went back by less than a day, into an earlier span,
 * or before all spans.
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
 * Corrects instants that are more than a day too far ahead because the clock was ahead for a while. Runs at each start
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
      return log.warn(
        { noted: spans.at(-1)?.to },
        'the clock of this machine is behind: synchronize it with a time server',
      );
    const counts: Record<string, number> = {
      missions_reopened: await reopenMissions(db, now),
      jobs: await bringBackJobs(db),
      checkins_read: await markAheadRead(db, new Date(now.getTime() + LEFT_MS)),
    };
    for (const compared of COMPARED)
      counts[`${compared.table}.${compared.column}`] = await bringBack(db, compared, now);
    const found = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    if (Object.keys(found).length > 0)
      log.warn(found, 'the clock was ahead: later times were corrected, but check-ins stay on their days');
    if (!(await isClockDoubted(db, now))) await saveClockSpans(db, noted);
  },
});

/**
 * Makes `bringBackInstants` due, and doubts the clock if the last recurring job ran long ago. While the clock is
 * doubted, permanent changes wait: until it is corrected, but at most an hour.
 */
export async function lookAtClockAtStart(db: Db, now: Date): Promise<void> {
  const last = await lastTurn(db);
  if (last !== null && now.getTime() - last.getTime() > DOUBTED_AFTER_MS) await doubtClock(db, now);
  await forgetTurn(db, bringBackInstants);
}
