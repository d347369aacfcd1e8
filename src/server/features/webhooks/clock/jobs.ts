import { dayAtRisk } from '#domain/webhooks.ts';
import type { Tx } from '#platform/db/open.ts';
import { noteSearched, readSearched } from '#platform/db/server-facts.ts';
import { defineRecurring, flatMapSafely } from '#platform/jobs/job.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { listZones } from '../../../services/profile/public.ts';
import { eventId } from '../fan-out/commands.ts';
import { fanOutWebhook } from '../fan-out/jobs.ts';
import { claimKeys, listStarted, type Risk, type StartedMission } from './queries.ts';
import { listRisks } from './read.ts';

const STARTS = 'mission.started';
const RISKS = 'streak.at_risk';
/** How late the start of a mission may still be told. */
const START_LATE_MS = HOUR_MS;
/** Missions that a transaction was writing during a search are found by the next one. */
const OVERLAP_MS = MINUTE_MS;

const startKey = ({ mission_id, first_day }: StartedMission) => `mission.started ${mission_id} ${first_day}`;
const riskKey = ({ user_id, day }: Risk) => `streak.at_risk ${user_id} ${day}`;

/** Claims events for processes of version 1, which run during an upgrade; returns those that no process has claimed. */
async function claimNew<Event>(tx: Tx, events: readonly Event[], keyOf: (event: Event) => string, now: Date) {
  const claimed = new Set(await claimKeys(tx, events.map(keyOf), now));
  return events.filter((event) => claimed.has(keyOf(event)));
}

/**
 * Looks every minute for missions that began since the last search. One that is found twice is told once, by the id of the
 * event. A first day that is moved to today is told by the edit.
 */
export const raiseClockEvents = defineRecurring({
  name: 'raise-clock-events',
  every_s: MINUTE_MS / SECOND_MS,
  handle: async ({ db, clock }) => {
    const now = clock.now();
    // A clock that was ahead may have noted an instant that lies ahead.
    const searched = Math.min((await readSearched(db, STARTS))?.getTime() ?? 0, now.getTime());
    const since = new Date(Math.max(searched - OVERLAP_MS, now.getTime() - START_LATE_MS));
    const started = await listStarted(db, since, now);
    await db.transact(async (tx) => {
      await tx.enqueueAll(
        fanOutWebhook,
        (await claimNew(tx, started, startKey, now)).map(({ mission_id, first_day, at }) => ({
          id: eventId.start(mission_id, first_day),
          at,
          raised: { event: STARTS, mission_id } as const,
        })),
      );
      await noteSearched(tx, STARTS, now);
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
    if ((await readSearched(db, RISKS))?.getTime() === quarter.getTime()) return;
    const evenings = flatMapSafely(log, await listZones(db), (zone) => {
      const day = dayAtRisk(now, zone);
      return day === null ? [] : { zone, day };
    });
    const risks = evenings.length === 0 ? [] : await listRisks(db, log, evenings, now);
    await db.transact(async (tx) => {
      await tx.enqueueAll(
        fanOutWebhook,
        (await claimNew(tx, risks, riskKey, now)).map((risk) => ({
          id: eventId.risk(risk.user_id, risk.day),
          at: now.toISOString(),
          raised: { event: RISKS, ...risk } as const,
        })),
      );
      await noteSearched(tx, RISKS, quarter);
    });
  },
});
