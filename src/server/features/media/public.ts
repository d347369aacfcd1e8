import * as z from 'zod/mini';
import { removeImageSet } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/open.ts';
import { defineJob } from '../../jobs/job.ts';

const FOLDERS_A_JOB = 200;
const TRIES = 12;

/** Removes the files of pictures whose rows were deleted. */
export const removePictures = defineJob({
  name: 'remove-pictures',
  schema: z.object({ folders: z.array(z.string().check(z.regex(/^(?:checkins|avatars)\/[0-9a-f-]{36}$/))) }),
  retry: { tries: TRIES },
  handle: async ({ folders }, { storage }) => {
    for (const folder of folders) await removeImageSet(storage, folder);
  },
});

/** Enqueues the removal of these pictures' files, for after the commit that deletes their rows. */
export async function removePicturesLater(tx: Tx, folders: readonly string[]): Promise<void> {
  for (let at = 0; at < folders.length; at += FOLDERS_A_JOB)
    await tx.enqueue(removePictures, { folders: folders.slice(at, at + FOLDERS_A_JOB) });
}
