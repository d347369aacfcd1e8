import * as z from 'zod/mini';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { defineJob } from '../../jobs/job.ts';
import { markCompleted } from './public.ts';
import { listOverdue, lockOverdue } from './queries.ts';

const BATCH = 100;

/** Completes the missions that ended 7 days ago and that nobody completed; looks every minute. */
export const completeOverdueMissions = defineJob({
  name: 'complete-overdue-missions',
  schema: z.object({}),
  retry: { limit: 3 },
  every_s: MINUTE_MS / SECOND_MS,
  handle: async (_, { db, clock, signal }) => {
    for (let full = true; full && !signal.aborted; ) {
      const now = clock.now();
      const due = await listOverdue(db, now, BATCH);
      for (const id of due) {
        // One transaction each: no mission waits for another, and a run that is cut short has done what it has done.
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
