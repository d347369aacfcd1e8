import * as z from 'zod/mini';
import { DAY_MS, SECOND_MS } from '#domain/durations.ts';
import { removeImageSet } from '../../adapters/storage/image-files.ts';
import type { Tx } from '../../db/open.ts';
import { defineJob, type Queue } from '../../jobs/queue.ts';
import { sweepPlace } from './commands.ts';

const FOLDERS_A_JOB = 200;
const TRIES = 12;
const SWEEP_TIMEOUT_S = 1800;

/** Removes the files of pictures whose rows are gone. */
export const removePictures = defineJob({
  name: 'remove-pictures',
  schema: z.object({ folders: z.array(z.string().check(z.regex(/^(?:checkins|avatars)\/[0-9a-f-]{36}$/))) }),
  retry: { limit: TRIES },
  handle: async ({ folders }, { storage }) => {
    for (const folder of folders) await removeImageSet(storage, folder);
  },
});

/** Has the files of these pictures removed once the transaction, in which their rows go, is committed. */
export async function removePicturesLater(queue: Queue, tx: Tx, folders: readonly string[]): Promise<void> {
  for (let at = 0; at < folders.length; at += FOLDERS_A_JOB)
    await queue.send(tx, removePictures, { folders: folders.slice(at, at + FOLDERS_A_JOB) });
}

/**
 * Once a day: removes pictures that no row names and that are older than a day, and reports rows without a picture
 * (Limits: rule 8).
 */
export const sweepMedia = defineJob({
  name: 'sweep-media',
  schema: z.object({}),
  retry: { limit: 3, timeout_s: SWEEP_TIMEOUT_S },
  every_s: DAY_MS / SECOND_MS,
  handle: async (_, context) => {
    const found = { orphans: 0, missing: 0 };
    for (const place of ['avatars', 'checkins'] as const) {
      const { orphans, missing } = await sweepPlace(place, context);
      found.orphans += orphans;
      found.missing += missing;
    }
    Object.assign(context.media_report, found);
    if (found.missing > 0) context.log.error(found, 'pictures are missing');
    else if (found.orphans > 0) context.log.info(found, 'pictures that no row names were removed');
  },
});
