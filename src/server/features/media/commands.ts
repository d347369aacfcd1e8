import { dirname } from 'node:path/posix';
import { DAY_MS } from '#domain/durations.ts';
import type { Clock } from '../../adapters/clock.ts';
import type { Log } from '../../adapters/log.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import { removeImageSet } from '../../adapters/storage/storage.ts';
import type { Db } from '../../db/open.ts';
import { isNamed, listNamed, type Place } from './queries.ts';

interface Context {
  readonly db: Db;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface StoredPicture {
  folder: string;
  /** When its newest file was written. */
  modified: Date;
}

/** The folders of a place, sorted by character as both storages list their files. */
async function* listStored(storage: Storage, place: Place): AsyncGenerator<StoredPicture> {
  let current: StoredPicture = { folder: '', modified: new Date(0) };
  for await (const { key, modified } of storage.list(place)) {
    const folder = dirname(key);
    if (current.folder === folder) {
      if (modified > current.modified) current.modified = modified;
      continue;
    }
    if (current.folder) yield current;
    current = { folder, modified };
  }
  if (current.folder) yield current;
}

async function isStored(storage: Storage, folder: string): Promise<boolean> {
  for await (const _ of storage.list(folder)) return true;
  return false;
}

/**
 * Compares the stored pictures of a place with the rows that name some, in the same order and page by page, so that any
 * number fits into memory. What is found on one side only is looked up again before anything is reported or removed, as
 * check-ins go on meanwhile.
 */
export async function sweepPlace(
  place: Place,
  { db, storage, clock, log, signal }: Context,
): Promise<{ orphans: number; missing: number }> {
  const oldest = clock.now().getTime() - DAY_MS;
  const stored = listStored(storage, place);
  const named = listNamed(db, place);
  const found = { orphans: 0, missing: 0 };
  let picture = await stored.next();
  let row = await named.next();
  while (!(picture.done && row.done)) {
    signal.throwIfAborted();
    const folder: string | null = picture.done ? null : picture.value.folder;
    const name: string | null = row.done ? null : row.value;
    if (folder !== null && (name === null || folder < name)) {
      if (picture.value.modified.getTime() < oldest && !(await isNamed(db, place, folder))) {
        await removeImageSet(storage, folder);
        found.orphans++;
      }
      picture = await stored.next();
    } else if (name !== null && (folder === null || name < folder)) {
      if ((await isNamed(db, place, name)) && !(await isStored(storage, name))) {
        log.warn({ folder: name }, 'a picture is missing');
        found.missing++;
      }
      row = await named.next();
    } else {
      picture = await stored.next();
      row = await named.next();
    }
  }
  return found;
}
