import * as z from 'zod/mini';
import { DAY_MS, SECOND_MS } from '#domain/durations.ts';
import { noteMediaReport } from '../../db/server-facts.ts';
import { defineJob } from '../../jobs/job.ts';
import { sweepPlace } from './commands.ts';

const SWEEP_TIMEOUT_S = 1800;
/**
 * Once a day: removes pictures that no row names and that are older than a day, and reports rows without a picture
 * (docs/rules.md#photos).
 */
export const sweepMedia = defineJob({
  name: 'sweep-media',
  schema: z.object({}),
  retry: { tries: 3, timeout_s: SWEEP_TIMEOUT_S },
  every_s: DAY_MS / SECOND_MS,
  handle: async (_, context) => {
    const found = { orphans: 0, missing: 0 };
    for (const place of ['avatars', 'checkins'] as const) {
      const { orphans, missing } = await sweepPlace(place, context);
      found.orphans += orphans;
      found.missing += missing;
    }
    await noteMediaReport(context.db, found);
    if (found.missing > 0) context.log.error(found, 'pictures are missing');
    else if (found.orphans > 0) context.log.info(found, 'pictures that no row names were removed');
  },
});
