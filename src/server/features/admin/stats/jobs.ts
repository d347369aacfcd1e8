import { addDays, dayOf } from '#domain/days.ts';
import { defineRecurring, restAfterBatch } from '#platform/jobs/job.ts';
import { HOUR_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { countDay, listUncounted } from './queries.ts';

/** An instance whose clock is a little behind may still add to a day that has just ended. */
const CLOSED_MS = HOUR_MS;
const BATCH = 20;

/**
 * Counts the days that are over for the operator's pages, and every day of the whole history again once a day: a mission
 * that is deleted takes check-ins of any age with it (docs/rules.md#operator).
 */
export const countDailyFigures = defineRecurring({
  name: 'count-days',
  retry: { timeout_s: 600 },
  every_s: HOUR_MS / SECOND_MS,
  handle: async ({ db, clock, signal }) => {
    const now = clock.now();
    const last = addDays(dayOf(new Date(now.getTime() - CLOSED_MS), 'UTC'), -1);
    const days = await listUncounted(db, last, now);
    for (const [index, day] of days.entries()) {
      // Stopping midway leaves no gap, because the oldest day comes first.
      if (signal.aborted) return;
      await countDay(db, day, now);
      if (index % BATCH === BATCH - 1) await restAfterBatch();
    }
  },
});
