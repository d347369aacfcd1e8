import { addDays, dayOf } from '#domain/days.ts';
import { defineRecurring, restAfterBatch } from '#platform/jobs/job.ts';
import { HOUR_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { countDay, listUncounted } from './queries.ts';

/** How long a day stays open, because an instance whose clock is behind can still add to it. */
const CLOSED_MS = HOUR_MS;
const BATCH = 20;

/**
 * Counts finished days for the operator's charts, and recounts all days once a day. The recount is needed because
 * deleting a mission removes check-ins of any age (docs/rules.md#operator).
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
      // The oldest day comes first, so stopping here leaves no gap.
      if (signal.aborted) return;
      await countDay(db, day, now);
      if (index % BATCH === BATCH - 1) await restAfterBatch();
    }
  },
});
