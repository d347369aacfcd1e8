import { noteMediaReport } from '#platform/db/server-facts.ts';
import { defineRecurring } from '#platform/jobs/job.ts';
import { DAY_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { findSweepDelay, sweepPictures } from './commands.ts';
import { findPlaceState } from './place/commands.ts';

const SWEEP_TIMEOUT_S = 1800;

const NOT_SWEPT = {
  foreign: 'photos are not swept: their storage belongs to another database (docs/operations.md#photos)',
  undecided: 'photos are not swept: the owner of their storage is unknown (docs/operations.md#photos)',
} as const;

/**
 * Sweeps once a day: moves old unreferenced pictures to the trash, removes partial files and reports rows without a
 * picture (docs/rules.md#photos). In storage of another database it only reports.
 */
export const sweepMedia = defineRecurring({
  name: 'sweep-media',
  retry: { timeout_s: SWEEP_TIMEOUT_S },
  every_s: DAY_MS / SECOND_MS,
  needs_clock: true,
  handle: async (context) => {
    const { db, storage, clock, log } = context;
    const place = await findPlaceState(context);
    if (place !== 'own') {
      await noteMediaReport(db, storage.place, { place });
      log.error({ place: storage.place }, NOT_SWEPT[place]);
      return;
    }
    if (await findSweepDelay(context)) return;
    await storage.removeUnfinished(clock.now());
    const { held, orphans, missing } = await sweepPictures(context);
    if (held) log.error(held, 'the sweep of photos waits: it would move too many (docs/operations.md#photos)');
    if (missing > 0) log.error({ orphans, missing }, 'pictures are missing');
    else if (orphans > 0 && !held) log.info({ orphans, missing }, 'pictures that no row names were moved to the trash');
  },
});
