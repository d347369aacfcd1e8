import * as z from 'zod/mini';
import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import { defineJob } from '../../jobs/job.ts';
import { purgeOld } from './queries.ts';

const BATCH = 5000;

/** Removes notifications that are old: read ones after 30 days, unread ones after 90; looks every hour (Decisions 6). */
export const purgeNotifications = defineJob({
  name: 'purge-notifications',
  schema: z.object({}),
  retry: { limit: 3 },
  every_s: HOUR_MS / SECOND_MS,
  handle: async (_, { db, clock, signal }) => {
    for (let full = true; full && !signal.aborted; ) full = (await purgeOld(db, clock.now(), BATCH)) === BATCH;
  },
});
