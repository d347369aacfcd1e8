import * as z from 'zod/mini';
import { removeImageSet } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/open.ts';
import { defineJob } from '../../jobs/job.ts';
import { findPlaceState } from './place/commands.ts';

const FOLDERS_A_JOB = 200;
const TRIES = 12;

/**
 * Removes the files of pictures whose rows were deleted, in a place that is this database's own. In another one they may
 * be named by the rows of another database; should the place turn out to be this one's, the sweep takes them.
 */
export const removePictures = defineJob({
  name: 'remove-pictures',
  schema: z.object({ folders: z.array(z.string().check(z.regex(/^(?:checkins|avatars)\/[0-9a-f-]{36}$/))) }),
  retry: { tries: TRIES },
  handle: async ({ folders }, { db, storage }) => {
    if ((await findPlaceState({ db, storage })) !== 'own') return;
    for (const folder of folders) await removeImageSet(storage, folder);
  },
});

/** Enqueues the removal of these pictures' files, for after the commit that deletes their rows. */
export async function removePicturesLater(tx: Tx, folders: readonly string[]): Promise<void> {
  for (let at = 0; at < folders.length; at += FOLDERS_A_JOB)
    await tx.enqueue(removePictures, { folders: folders.slice(at, at + FOLDERS_A_JOB) });
}
