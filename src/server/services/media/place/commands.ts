import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Queryable } from '#platform/db/open.ts';
import * as facts from '#platform/db/server-facts.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/log.ts';
import { OWNER_FILE, PICTURE_KINDS, type Storage, storeInstanceId, TRASH } from '#platform/storage/storage.ts';
import { listNewestNamed } from '../queries.ts';

/** The number of newest referenced pictures to look for in storage without an owner file. */
const NEWEST = 100;

const ownerSchema = z.object({ instance_id: z.string() });

export interface Place {
  readonly db: Queryable;
  readonly storage: Storage;
}

/** Reads the owner ID of the storage. Returns null without the file, and an empty text if it is unreadable. */
async function readOwner(storage: Storage): Promise<string | null> {
  const file = await storage.get(OWNER_FILE);
  if (file === null) return null;
  const content = await text(file.stream);
  try {
    return ownerSchema.parse(JSON.parse(content)).instance_id;
  } catch {
    return '';
  }
}

/** Returns the owner according to the file, or null without one. */
async function readState({ db, storage }: Place): Promise<'own' | 'foreign' | null> {
  const owner = await readOwner(storage);
  if (owner === null) return null;
  return owner === (await facts.findInstanceId(db))?.instance_id ? 'own' : 'foreign';
}

/** Returns whether the storage belongs to this database, without changing anything. Throws if it is unreachable. */
export async function findPlaceState(place: Place): Promise<facts.PlaceState> {
  const state = await readState(place);
  if (state !== null) return state;
  return (await facts.findPlaceNotes(place.db))?.foreign ? 'foreign' : 'undecided';
}

/**
 * Returns true if storage without an owner file belongs to this database. It must be empty or contain a referenced
 * picture. If the first start left this undecided, only older pictures and rows count, because the server has stored
 * its own pictures since then. A database that has found foreign storage accepts only empty storage.
 */
async function isOwnPlace({ db, storage }: Place): Promise<boolean> {
  const notes = await facts.findPlaceNotes(db);
  const met_at = notes === null || notes.foreign ? null : notes.met_at;
  const isStored = async (prefix: string) => {
    for await (const { modified } of storage.list(prefix)) if (met_at === null || modified < met_at) return true;
    return false;
  };
  let isEmpty = true;
  for (const folder of [...PICTURE_KINDS, TRASH]) isEmpty &&= !(await isStored(folder));
  if (isEmpty) return true;
  if (notes?.foreign) return false;
  for (const folder of await listNewestNamed(db, met_at, NEWEST)) if (await isStored(folder)) return true;
  return false;
}

/** Makes the storage this database's. The notes remain for the case that the owner file disappears. */
export async function adoptPlace({ db, storage }: Place, now: Date): Promise<void> {
  await storeInstanceId(storage, await facts.ensureInstanceId(db, now));
  await facts.noteMediaReport(db, storage.place, { place: 'own' });
}

async function decidePlace(place: Place, now: Date): Promise<facts.PlaceState> {
  const state = await readState(place);
  if (state === 'own') return 'own';
  if (state === null && (await isOwnPlace(place))) {
    await adoptPlace(place, now);
    return 'own';
  }
  await facts.notePlaceForeign(place.db, place.storage.place, now);
  return 'foreign';
}

/**
 * Determines and records the owner of the photo storage before the server starts to serve. Decides once about storage
 * without a file (docs/rules.md#photos). Returns the message for the startup output.
 */
export async function preparePlace({
  log,
  clock,
  ...place
}: Place & { clock: Clock; log: Log }): Promise<string | null> {
  const { db, storage } = place;
  const now = clock.now();
  await facts.ensureInstanceId(db, now);
  const state = await decidePlace(place, now).catch((err: unknown) => {
    log.warn({ err }, 'the photo storage does not respond');
    return 'undecided' as const;
  });
  if (state === 'undecided') await facts.notePlaceUndecided(db, storage.place, now);
  await facts.noteMediaReport(db, storage.place, { place: state });
  return placeNote(state, storage);
}

/** Returns the operator's message about foreign or undecided storage, or null for the database's own. */
export function placeNote(state: facts.PlaceState, { place }: Pick<Storage, 'place'>): string | null {
  if (state === 'own') return null;
  if (state === 'foreign')
    return `${place} belongs to another database. Nothing is removed there (docs/operations.md#photos).`;
  return `The owner of ${place} is unknown: the next start decides, and nothing is removed there before that (docs/operations.md#photos).`;
}
