import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Queryable } from '#platform/db/open.ts';
import * as facts from '#platform/db/server-facts.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/log.ts';
import { OWNER_FILE, PICTURE_KINDS, type Storage, storeInstanceId, TRASH } from '#platform/storage/storage.ts';
import { listNewestNamed } from '../queries.ts';

/** So many of the newest pictures that rows name are looked for in a place that says nothing of whose it is. */
const NEWEST = 100;

const ownerSchema = z.object({ instance_id: z.string() });

export interface Place {
  readonly db: Queryable;
  readonly storage: Storage;
}

/** The id in the place's file; null without a file. A file that cannot be read is nobody's. */
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

/** Whose the place is by its file; null without one. */
async function readState({ db, storage }: Place): Promise<'own' | 'foreign' | null> {
  const owner = await readOwner(storage);
  if (owner === null) return null;
  return owner === (await facts.findInstanceId(db))?.instance_id ? 'own' : 'foreign';
}

/** Whether the place is this database's, as far as is known; changes nothing. Throws when the place does not answer. */
export async function findPlaceState(place: Place): Promise<facts.PlaceState> {
  const state = await readState(place);
  if (state !== null) return state;
  return (await facts.findPlaceNotes(place.db))?.foreign ? 'foreign' : 'undecided';
}

/**
 * Whether a place without a file is this database's: no picture is there, or one that it names is. Where nothing was
 * decided before, pictures and rows of after that show nothing: by then the server stored its own there, whoever the
 * others belong to. A database that has met another one's place takes an empty one alone.
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

/** Makes the place this database's, whosever it was. The notes stay: without its file the place shows nothing again. */
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
 * Finds out at a start, before anything is served, whose the place for photos is, and notes it. A place without a file
 * is decided about once (docs/rules.md#photos). Returns what the start says about it.
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
    log.warn({ err }, 'the place for photos does not answer');
    return 'undecided' as const;
  });
  if (state === 'undecided') await facts.notePlaceUndecided(db, storage.place, now);
  await facts.noteMediaReport(db, storage.place, { place: state });
  return placeNote(state, storage);
}

/** What the operator reads about a place that is not this database's; null for one that is. */
export function placeNote(state: facts.PlaceState, { place }: Pick<Storage, 'place'>): string | null {
  if (state === 'own') return null;
  if (state === 'foreign')
    return `${place} belongs to another database. Nothing is removed there (docs/operations.md#photos).`;
  return `It is not known yet whose ${place} is: the next start decides, and nothing is removed there until then (docs/operations.md#photos).`;
}
