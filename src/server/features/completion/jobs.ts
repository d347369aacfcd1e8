import { defineRecurring } from '#platform/jobs/job.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { markCompleted } from './public.ts';
import { listOverdue, lockOverdue } from './queries.ts';

const BATCH = 100;

/** Completes missions that ended 7 days ago and are not completed yet. Runs every minute. */
export const completeOverdueMissions = defineRecurring({
  name: 'complete-overdue-missions',
  every_s: MINUTE_MS / SECOND_MS,
  needs_clock: true,
  handle: async ({ db, clock, signal }) => {
    for (let full = true; full && !signal.aborted; ) {
      const now = clock.now();
      const due = await listOverdue(db, now, BATCH);
      for (const id of due) {
        // One transaction per mission, so missions do not wait for each other and an interrupted run makes progress.
        await db.transact(async (tx) => {
          const mission = await lockOverdue(tx, id, now);
          if (!mission) return;
          await markCompleted(tx, mission, now);
          tx.changed({ mission_id: id }, 'mission');
        });
      }
      full = due.length === BATCH;
    }
  },
});
