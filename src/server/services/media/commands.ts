import { dirname } from 'node:path/posix';
import { AVATAR_SIZES, PHOTO_SIZES } from '#domain/photo-sizes.ts';
import { firstSweepAt, isTooManyToMove, isTrashExpired, ORPHAN_AGE_MS, trashDay } from '#domain/photo-sweep.ts';
import type { Queryable } from '#platform/db/open.ts';
import { listSweepDelays, type MediaReport, noteMediaReport } from '#platform/db/server-facts.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/log.ts';
import {
  moveImageSet,
  PICTURE_KINDS,
  type PictureKind,
  removeImageSet,
  type Storage,
  TRASH,
} from '#platform/storage/storage.ts';
import { HEAD_BYTES } from '#platform/storage/whole-picture.ts';
import { isReferenced, listNamed } from './queries.ts';

export interface SweepContext {
  readonly db: Queryable;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface StoredPicture {
  folder: string;
  /** When its newest file was written. */
  modified: Date;
  /** The number of stored sizes, without files that are too short for a picture header. */
  sizes: number;
}

/** Profile pictures and photos have the same number of sizes. */
const SIZES = Math.max(AVATAR_SIZES.length, PHOTO_SIZES.length);

/** Lists the picture folders below a prefix, sorted by character like the files of both storages. */
async function* listStored(storage: Storage, prefix: string): AsyncGenerator<StoredPicture> {
  let current: StoredPicture = { folder: '', modified: new Date(0), sizes: 0 };
  for await (const { key, modified, size } of storage.list(prefix)) {
    const folder = dirname(key);
    const sizes = size >= HEAD_BYTES ? 1 : 0;
    if (current.folder === folder) {
      if (modified > current.modified) current.modified = modified;
      current.sizes += sizes;
      continue;
    }
    if (current.folder) yield current;
    current = { folder, modified, sizes };
  }
  if (current.folder) yield current;
}

async function isStored(storage: Storage, folder: string): Promise<boolean> {
  for await (const { sizes } of listStored(storage, folder)) return sizes >= SIZES;
  return false;
}

/** The differences between the stored pictures and the rows that reference them. */
export interface Comparison {
  /** The number of stored pictures, without the trash. */
  pictures: number;
  /** Picture folders that are older than a day and that no row references. */
  readonly orphans: string[];
  /** The number of rows whose picture lacks a size. */
  missing: number;
}

async function compareKind(kind: PictureKind, context: SweepContext, found: Comparison): Promise<void> {
  const { db, storage, clock, log, signal } = context;
  const oldest = clock.now().getTime() - ORPHAN_AGE_MS;
  const stored = listStored(storage, kind);
  const named = listNamed(db, kind);
  const noteMissing = async (folder: string) => {
    if (!(await isReferenced(db, kind, folder)) || (await isStored(storage, folder))) return;
    log.warn({ folder }, 'a picture is missing');
    found.missing++;
  };
  let picture = await stored.next();
  let row = await named.next();
  while (!(picture.done && row.done)) {
    signal.throwIfAborted();
    const folder: string | null = picture.done ? null : picture.value.folder;
    const name: string | null = row.done ? null : row.value;
    if (folder !== null && (name === null || folder < name)) {
      if (picture.value.modified.getTime() < oldest && !(await isReferenced(db, kind, folder)))
        found.orphans.push(folder);
      found.pictures++;
      picture = await stored.next();
    } else if (name !== null && (folder === null || name < folder)) {
      await noteMissing(name);
      row = await named.next();
    } else {
      found.pictures++;
      if (!picture.done && picture.value.sizes < SIZES) await noteMissing(picture.value.folder);
      picture = await stored.next();
      row = await named.next();
    }
  }
}

/**
 * Compares the stored pictures with the rows that reference them, without changing anything. Both sides are read in the
 * same order, page by page, so memory use stays constant. A picture or row on one side only is looked up again before
 * it counts, because check-ins continue.
 */
export async function comparePictures(context: SweepContext): Promise<Comparison> {
  const found: Comparison = { pictures: 0, orphans: [], missing: 0 };
  for (const kind of PICTURE_KINDS) await compareKind(kind, context, found);
  return found;
}

const kindOf = (folder: string) => PICTURE_KINDS.find((kind) => folder.startsWith(`${kind}/`));

/** Moves pictures that rows reference back from the trash. */
async function moveBack({ db, storage, log, signal }: SweepContext): Promise<void> {
  let named = 0;
  for await (const { folder } of listStored(storage, TRASH)) {
    signal.throwIfAborted();
    const original = folder.split('/').slice(2).join('/');
    const kind = kindOf(original);
    if (!kind || !(await isReferenced(db, kind, original))) continue;
    await moveImageSet(storage, folder, original);
    named++;
  }
  if (named > 0) log.info({ pictures: named }, 'pictures that rows name were moved back from the trash');
}

/** Removes pictures whose time in the trash is over. */
async function emptyTrash({ storage, clock, signal }: SweepContext): Promise<void> {
  for await (const { folder } of listStored(storage, TRASH)) {
    signal.throwIfAborted();
    if (isTrashExpired(folder.split('/')[1]!, clock.now())) await removeImageSet(storage, folder);
  }
}

async function moveToTrash(orphans: readonly string[], context: SweepContext): Promise<void> {
  const { db, storage, clock, signal } = context;
  for (const folder of orphans) {
    signal.throwIfAborted();
    // Counting took a while, and a row might reference it since then.
    if (await isReferenced(db, kindOf(folder)!, folder)) continue;
    await moveImageSet(storage, folder, `${TRASH}/${trashDay(clock.now())}/${folder}`);
  }
}

/** Returns when the sweep may first run, or null if it may now. It waits after the database was created or restored. */
export async function findSweepDelay({ db, clock }: SweepContext): Promise<Date | null> {
  const first = firstSweepAt(await listSweepDelays(db));
  return first > clock.now() ? first : null;
}

/**
 * Sweeps storage that belongs to this database and records the result. Moves unreferenced pictures to the trash and
 * deletes expired trash. Deletes and moves nothing if that would affect too many pictures without a confirmation,
 * because rows might be missing.
 */
export async function sweepPictures(context: SweepContext, confirmed = false): Promise<Omit<MediaReport, 'place'>> {
  await moveBack(context);
  const { orphans, pictures, missing } = await comparePictures(context);
  const isHeld = !confirmed && isTooManyToMove(orphans.length, pictures);
  if (!isHeld) {
    await emptyTrash(context);
    await moveToTrash(orphans, context);
  }
  const report = { orphans: orphans.length, missing, held: isHeld ? { orphans: orphans.length, pictures } : null };
  await noteMediaReport(context.db, context.storage.place, { ...report, place: 'own' });
  return report;
}
