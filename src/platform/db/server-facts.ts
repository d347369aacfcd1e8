import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { Bool, Instant, Text } from './columns.ts';
import type { Queryable } from './open.ts';
import { anyRow } from './rows.ts';

const Fact = z.object({ value: Text });

async function readFact(db: Queryable, name: string): Promise<string | null> {
  const [found] = await db.rows(Fact, 'select value from server_facts where name = $1', [name]);
  return found?.value ?? null;
}

const saveFact = (db: Queryable, name: string, value: string) =>
  db.rows(
    `insert into server_facts (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, value],
  );

/** Saves a fact unless its name already has a value. */
const saveFirstFact = (db: Queryable, name: string, value: string) =>
  db.rows('insert into server_facts (name, value) values ($1, $2) on conflict do nothing', [name, value]);

/**
 * Saves the hash of the secret that this server signs with. `hashes` lists the current secret first, then older secrets
 * that are still accepted. Returns false if the database was used with a secret that is not in `hashes`. The saved hash
 * then stays, so only the server with the wrong secret gets a warning at each start.
 */
export const noteSecret = (db: Queryable, hashes: readonly string[]): Promise<boolean> =>
  anyRow(
    db,
    `insert into server_facts (name, value) values ('secret_key', $1)
     on conflict (name) do update set value = excluded.value where server_facts.value = any($2::text[])
     returning 1`,
    [hashes[0], hashes],
  );

/**
 * Marks a TOTP step of the operator as used. Returns false if this or a later step of the secret was used before. A new
 * `secretHash` starts without used steps.
 */
export const takeTotpStep = (db: Queryable, secretHash: string, step: number): Promise<boolean> =>
  anyRow(
    db,
    `insert into server_facts (name, value) values ('admin_totp_step', $1 || ' ' || $2)
     on conflict (name) do update set value = excluded.value
     where split_part(server_facts.value, ' ', 1) <> $1 or split_part(server_facts.value, ' ', 2)::bigint < $2::bigint
     returning 1`,
    [secretHash, String(step)],
  );

/** Identifies the database that photos belong to. The marker file in a photo storage contains the same object. */
export interface InstanceId {
  readonly instance_id: string;
  readonly made_at: string;
}

const newInstanceId = (now: Date): InstanceId => ({ instance_id: randomUUID(), made_at: now.toISOString() });

/** Returns the ID of this database, or null before its first start. */
export async function findInstanceId(db: Queryable): Promise<InstanceId | null> {
  const value = await readFact(db, 'instance_id');
  return value === null ? null : (JSON.parse(value) as InstanceId);
}

/** Returns the ID of this database, and creates it if it is missing. */
export async function ensureInstanceId(db: Queryable, now: Date): Promise<InstanceId> {
  await saveFirstFact(db, 'instance_id', JSON.stringify(newInstanceId(now)));
  return (await findInstanceId(db))!;
}

/**
 * Gives a database that was restored with its photos a new ID. The ID in the backup belongs to the original database
 * and its photos.
 */
export async function replaceInstanceId(db: Queryable, now: Date): Promise<InstanceId> {
  const instance = newInstanceId(now);
  await saveFact(db, 'instance_id', JSON.stringify(instance));
  return instance;
}

/** Saves when a restore into this database finished. */
export const noteRestore = async (db: Queryable, now: Date): Promise<void> =>
  void (await saveFact(db, 'restored_at', now.toISOString()));

/** Lists the instants that delay the sweep of photos: when the ID was created, and when a restore finished. */
export async function listSweepDelays(db: Queryable): Promise<Date[]> {
  const instants = [(await findInstanceId(db))?.made_at, await readFact(db, 'restored_at')];
  return instants.flatMap((instant) => (instant ? [new Date(instant)] : []));
}

/** Summarizes the photo storages that did not belong to this database when a server started. */
export interface PlaceNotes {
  /** When a server first found such a storage. */
  readonly met_at: Date;
  /** Whether one of the storages belongs to another database. It is also false while that is undecided. */
  readonly foreign: boolean;
}

const PLACE_NOTE = 'media_place ';

const PlaceNote = z.object({ met_at: z.nullable(Instant), foreign: z.nullable(Bool) });

/**
 * Returns the combined notes on all storages, or null if none were saved. The notes are combined because a folder or
 * bucket can have several names. Photos stored under one name prove nothing about the next.
 */
export async function findPlaceNotes(db: Queryable): Promise<PlaceNotes | null> {
  const [found] = await db.rows(
    PlaceNote,
    `select min(value::jsonb ->> 'met_at') as met_at, bool_or((value::jsonb ->> 'foreign')::boolean) as foreign
     from server_facts where starts_with(name, $1)`,
    [PLACE_NOTE],
  );
  return found?.met_at ? { met_at: new Date(found.met_at), foreign: found.foreign === true } : null;
}

/** Marks the storage as belonging to another database. */
export const notePlaceForeign = async (db: Queryable, place: string, now: Date): Promise<void> =>
  void (await saveFact(db, PLACE_NOTE + place, JSON.stringify({ met_at: now.toISOString(), foreign: true })));

/** Saves when a server first tried to find the storage's owner. Keeps an earlier note. */
export const notePlaceUndecided = async (db: Queryable, place: string, now: Date): Promise<void> =>
  void (await saveFirstFact(db, PLACE_NOTE + place, JSON.stringify({ met_at: now.toISOString(), foreign: false })));

/** How long irreversible work waits for a clock that might be ahead. */
const DOUBT_MS = HOUR_MS;

/** Marks the clock as doubtful for an hour from `now`. */
export const doubtClock = async (db: Queryable, now: Date): Promise<void> =>
  void (await saveFact(db, 'clock_doubted_until', new Date(now.getTime() + DOUBT_MS).toISOString()));

/**
 * Returns true while the clock is doubtful. Ignores an end more than an hour ahead, which a wrong clock must have
 * saved.
 */
export async function isClockDoubted(db: Queryable, now: Date): Promise<boolean> {
  const value = await readFact(db, 'clock_doubted_until');
  const left_ms = value === null ? 0 : Date.parse(value) - now.getTime();
  return left_ms > 0 && left_ms <= DOUBT_MS;
}

/** A span without a jump of the clock, from the first to the last check of the clock. */
export interface ClockSpan {
  readonly from: Date;
  readonly to: Date;
}

/** Lists the saved spans of the clock, oldest first. */
export async function listClockSpans(db: Queryable): Promise<ClockSpan[]> {
  const value = await readFact(db, 'clock_spans');
  const spans = value === null ? [] : (JSON.parse(value) as [string, string][]);
  return spans.map(([from, to]) => ({ from: new Date(from), to: new Date(to) }));
}

export const saveClockSpans = async (db: Queryable, spans: readonly ClockSpan[]): Promise<void> =>
  void (await saveFact(db, 'clock_spans', JSON.stringify(spans.map(({ from, to }) => [from, to]))));

/**
 * Whether a photo storage belongs to this database or another one. A start has not decided yet if it is `undecided`.
 */
export type PlaceState = 'own' | 'foreign' | 'undecided';

/** The result of the last start and the last sweep, for metrics and the admin dashboard. */
export interface MediaReport {
  /** Pictures without a row. The sweep moves them to the trash unless it is held. */
  readonly orphans: number;
  /** Rows whose picture is missing. */
  readonly missing: number;
  readonly place: PlaceState;
  /** The pictures that a held sweep would move, and all pictures. It is null if no sweep waits for the operator. */
  readonly held: { readonly orphans: number; readonly pictures: number } | null;
}

/** The report before any start or sweep found something. */
export const EMPTY_REPORT: MediaReport = { orphans: 0, missing: 0, place: 'own', held: null };

const reportOf = (place: string) => `media_report ${place}`;

/**
 * Merges a part of the report on a storage into the saved report. Every process reads it, because each daily sweep can
 * run in a different process. Each storage has its own report.
 */
export async function noteMediaReport(db: Queryable, place: string, report: Partial<MediaReport>): Promise<void> {
  await db.rows(
    `insert into server_facts (name, value) values ($1, $2)
     on conflict (name) do update set value = (server_facts.value::jsonb || excluded.value::jsonb)::text`,
    [reportOf(place), JSON.stringify(report)],
  );
}

/** Returns the report of the last start and the last daily sweep on a storage. */
export async function readMediaReport(db: Queryable, place: string): Promise<MediaReport> {
  const value = await readFact(db, reportOf(place));
  return { ...EMPTY_REPORT, ...(value && (JSON.parse(value) as Partial<MediaReport>)) };
}

/** The failures since the last successful backup. */
export interface BackupFailure {
  readonly tries: number;
  /** When the last attempt failed, in ISO 8601. */
  readonly at: string;
}

/** Saves that a backup failed, so every process can compute when the next attempt is due. */
export const noteBackupFailure = async (db: Queryable, failure: BackupFailure): Promise<void> =>
  void (await saveFact(db, 'backup_failure', JSON.stringify(failure)));

/** Returns the failures since the last backup, or null if there are none. */
export async function readBackupFailure(db: Queryable): Promise<BackupFailure | null> {
  const value = await readFact(db, 'backup_failure');
  return value === null ? null : (JSON.parse(value) as BackupFailure);
}

/** Deletes the failures after a backup succeeded, or at a start, which might follow a repair. */
export async function clearBackupFailure(db: Queryable): Promise<void> {
  await db.rows("delete from server_facts where name = 'backup_failure'");
}

const searchFact = (search: string) => `searched ${search}`;

/** Saves the instant up to which a recurring search is complete. */
export const noteSearched = async (db: Queryable, search: string, until: Date): Promise<void> =>
  void (await saveFact(db, searchFact(search), until.toISOString()));

/** Returns the instant up to which a recurring search is complete, or null before the first search. */
export async function readSearched(db: Queryable, search: string): Promise<Date | null> {
  const value = await readFact(db, searchFact(search));
  return value === null ? null : new Date(value);
}
