import { dayAtRisk } from '#domain/webhooks.ts';
import { newId } from '#platform/db/ids.ts';
import { defineRecurring, flatMapSafely } from '#platform/jobs/job.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { listZones } from '../../../services/profile/public.ts';
import { fanOutWebhook } from '../fan-out/jobs.ts';
import { claimRisks, claimSearch, claimStarted, isSearched } from './queries.ts';
import { listRisks } from './read.ts';

/** How far back starts of missions are claimed, and how late one may still be told. */
const START_CLAIMED_MS = DAY_MS;
const START_LATE_MS = HOUR_MS;

/** Looks every minute for missions that begin. */
export const raiseClockEvents = defineRecurring({
  name: 'raise-clock-events',
  every_s: MINUTE_MS / SECOND_MS,
  handle: async ({ db, clock }) => {
    const now = clock.now();
    await db.transact(async (tx) => {
      const ago = (ms: number) => new Date(now.getTime() - ms);
      const started = await claimStarted(tx, { since: ago(START_CLAIMED_MS), notified_since: ago(START_LATE_MS) }, now);
      await tx.enqueueAll(
        fanOutWebhook,
        started.map(({ mission_id, at }) => ({
          id: newId(now),
          at,
          raised: { event: 'mission.started' as const, mission_id },
        })),
      );
    });
  },
});

/** The quarter of an hour in which the instant lies, by which evenings begin in every zone. */
const quarterOf = (now: Date) => new Date(now.getTime() - (now.getTime() % (HOUR_MS / 4)));

/**
 * Searches for streaks at risk once in each quarter of an hour: in its first minute, or in a later one if that failed or
 * nobody was there. What becomes due during the evening is found in the next quarter.
 */
export const raiseStreakRisks = defineRecurring({
  name: 'raise-streak-risks',
  every_s: MINUTE_MS / SECOND_MS,
  handle: async ({ db, clock, log }) => {
    const now = clock.now();
    const quarter = quarterOf(now);
    if (await isSearched(db, quarter)) return;
    const evenings = flatMapSafely(log, await listZones(db), (zone) => {
      const day = dayAtRisk(now, zone);
      return day === null ? [] : { zone, day };
    });
    // Before the transaction, which must be short: what it claims makes the jobs of other instances wait.
    const risks = evenings.length === 0 ? [] : await listRisks(db, log, evenings, now);
    await db.transact(async (tx) => {
      if (!(await claimSearch(tx, quarter, now))) return;
      const claimed = risks.length === 0 ? [] : await claimRisks(tx, risks, now);
      await tx.enqueueAll(
        fanOutWebhook,
        claimed.map((risk) => ({
          id: newId(now),
          at: now.toISOString(),
          raised: { event: 'streak.at_risk' as const, ...risk },
        })),
      );
    });
  },
});
