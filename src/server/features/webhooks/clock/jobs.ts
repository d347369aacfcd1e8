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
/** How late the start of a mission is still reported. */
const START_LATE_MS = HOUR_MS;
/** The overlap of two searches. The next one finds missions whose transaction was open during a search. */
const OVERLAP_MS = MINUTE_MS;

const startKey = ({ mission_id, first_day }: StartedMission) => `mission.started ${mission_id} ${first_day}`;
const riskKey = ({ user_id, day }: Risk) => `streak.at_risk ${user_id} ${day}`;

/**
 * Claims events, for processes of version 1 that run during an upgrade. Returns the events that no other process has
 * claimed.
 */
async function claimNew<Event>(tx: Tx, events: readonly Event[], keyOf: (event: Event) => string, now: Date) {
  const claimed = new Set(await claimKeys(tx, events.map(keyOf), now));
  return events.filter((event) => claimed.has(keyOf(event)));
}

/**
 * Searches every minute for missions that started since the last search. The event's ID prevents duplicates. If an edit
 * moves the first day to today, the edit reports the start.
 */
export const raiseClockEvents = defineRecurring({
  name: 'raise-clock-events',
  every_s: MINUTE_MS / SECOND_MS,
  handle: async ({ db, clock }) => {
    const now = clock.now();
    // The stored instant is in the future if the clock was ahead.
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

/** Returns the start of the current quarter of an hour. In every zone, evenings start with a quarter. */
const quarterOf = (now: Date) => new Date(now.getTime() - (now.getTime() % (HOUR_MS / 4)));

/**
 * Searches for streaks at risk once per quarter of an hour, in its first minute or after a failure. If a mission
 * becomes due during the evening, the search of the next quarter finds it.
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
