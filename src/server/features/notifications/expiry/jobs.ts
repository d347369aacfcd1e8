import { defineRecurring } from '#platform/jobs/job.ts';
import { HOUR_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { purgeMarks, purgeOld } from './queries.ts';

const BATCH = 5000;

/**
 * Deletes old notifications every hour: read ones after 30 days, unread ones after 90. Also deletes marks of check-ins
 * that left the bell.
 */
export const purgeNotifications = defineRecurring({
  name: 'purge-notifications',
  every_s: HOUR_MS / SECOND_MS,
  needs_clock: true,
  handle: async ({ db, clock, signal }) => {
    for (const purge of [purgeOld, purgeMarks])
      for (let full = true; full && !signal.aborted; ) full = (await purge(db, clock.now(), BATCH)) === BATCH;
  },
});
