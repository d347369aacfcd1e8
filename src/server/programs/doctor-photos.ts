import { isTooManyToMove } from '#domain/photo-sweep.ts';
import type { PlatformConfig } from '#platform/config/config.ts';
import type { Queryable } from '#platform/db/open.ts';
import { type Finding, ok, wrong } from '#platform/doctor/finding.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { chooseStorage } from '#platform/storage/choose.ts';
import { comparePictures } from '../services/media/commands.ts';
import { findPlaceState, placeNote } from '../services/media/place/commands.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Checks which database the photo storage belongs to. Counts pictures without a row and rows without their picture. */
export async function lookAtPhotos(config: Pick<PlatformConfig, 's3' | 'data_dir'>, db: Queryable): Promise<Finding> {
  const storage = await chooseStorage(config);
  const note = placeNote(await findPlaceState({ db, storage }), storage);
  const { signal } = new AbortController();
  const { pictures, orphans, missing } = await comparePictures({
    db,
    storage,
    clock: systemClock,
    log: SILENT,
    signal,
  });
  const counts = `${pictures} pictures, ${orphans.length} of them without a row, and ${missing} rows without their picture`;
  if (note !== null) return wrong(`${note} It has ${counts}.`);
  const text = `${storage.place} belongs to this database: ${counts}`;
  if (isTooManyToMove(orphans.length, pictures))
    return wrong(`${text}, too many for a sweep (docs/operations.md#photos).`);
  return missing > 0 ? wrong(`${text}: check the disk or the bucket, and the last restore.`) : ok(text);
}
