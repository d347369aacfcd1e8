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

/** Saves a fact unless there is one of the name already. */
const saveFirstFact = (db: Queryable, name: string, value: string) =>
  db.rows('insert into server_facts (name, value) values ($1, $2) on conflict do nothing', [name, value]);

/**
 * Notes the hash of the secret that this server signs with. False when the database was used with a secret of which none
 * of the `hashes` is (the current one first, then those that still open what they signed): the noted one stays then, so
 * that one server with a wrong secret is told at each start, and those with the right one are not.
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
 * Notes that a code of the operator was used. Returns false if it or a later one of the same secret was used before; a
 * new secret has no used codes. `secretHash` tells secrets apart.
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

/** Whom photos belong to: this database, by an id of its own. The file in a place for photos holds the same. */
export interface InstanceId {
  readonly instance_id: string;
  readonly made_at: string;
}

const newInstanceId = (now: Date): InstanceId => ({ instance_id: randomUUID(), made_at: now.toISOString() });

/** The id of this database; null before its first start. */
export async function findInstanceId(db: Queryable): Promise<InstanceId | null> {
  const value = await readFact(db, 'instance_id');
  return value === null ? null : (JSON.parse(value) as InstanceId);
}

/** The id of this database, which gets one if it has none. */
export async function ensureInstanceId(db: Queryable, now: Date): Promise<InstanceId> {
  await saveFirstFact(db, 'instance_id', JSON.stringify(newInstanceId(now)));
  return (await findInstanceId(db))!;
}

/**
 * Gives a database whose photos were restored with it an id of its own: that of the backup belongs to the database of
 * which it is a copy, and to the photos there.
 */
export async function replaceInstanceId(db: Queryable, now: Date): Promise<InstanceId> {
  const instance = newInstanceId(now);
  await saveFact(db, 'instance_id', JSON.stringify(instance));
  return instance;
}

/** Notes when a restore into this database ended. */
export const noteRestore = async (db: Queryable, now: Date): Promise<void> =>
  void (await saveFact(db, 'restored_at', now.toISOString()));

/** The instants after which photos are not swept for a while: when the id was made, and when a restore ended. */
export async function listSweepDelays(db: Queryable): Promise<Date[]> {
  const instants = [(await findInstanceId(db))?.made_at, await readFact(db, 'restored_at')];
  return instants.flatMap((instant) => (instant ? [new Date(instant)] : []));
}

/** What is noted of all the places for photos that were not this database's when a server of it started there. */
export interface PlaceNotes {
  /** When the first of them was met. */
  readonly met_at: Date;
  /** Whether one of them was found to belong to another database; undecided otherwise. */
  readonly foreign: boolean;
}

const PLACE_NOTE = 'media_place ';

const PlaceNote = z.object({ met_at: z.nullable(Instant), foreign: z.nullable(Bool) });

/**
 * What is noted of any place; null if nothing is. The notes of all places are one, since a folder or a bucket has more
 * names than one, and what was stored in it under one of them shows nothing under the next.
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

/** Notes that the place belongs to another database. */
export const notePlaceForeign = async (db: Queryable, place: string, now: Date): Promise<void> =>
  void (await saveFact(db, PLACE_NOTE + place, JSON.stringify({ met_at: now.toISOString(), foreign: true })));

/** Notes when it was first tried to find out whose the place is; an earlier note stays. */
export const notePlaceUndecided = async (db: Queryable, place: string, now: Date): Promise<void> =>
  void (await saveFirstFact(db, PLACE_NOTE + place, JSON.stringify({ met_at: now.toISOString(), foreign: false })));

/** How long what cannot be undone waits for a clock that might be ahead. */
const DOUBT_MS = HOUR_MS;

/** Doubts the clock for an hour from `now` on. */
export const doubtClock = async (db: Queryable, now: Date): Promise<void> =>
  void (await saveFact(db, 'clock_doubted_until', new Date(now.getTime() + DOUBT_MS).toISOString()));

/** Returns true while the clock is doubted. A doubt that lies more than an hour ahead is of a clock that was. */
export async function isClockDoubted(db: Queryable, now: Date): Promise<boolean> {
  const value = await readFact(db, 'clock_doubted_until');
  const left_ms = value === null ? 0 : Date.parse(value) - now.getTime();
  return left_ms > 0 && left_ms <= DOUBT_MS;
}

/** A time through which the clock ran on without a jump: when it was first and last looked at. */
export interface ClockSpan {
  readonly from: Date;
  readonly to: Date;
}

/** The noted spans of the clock, the oldest first. */
export async function listClockSpans(db: Queryable): Promise<ClockSpan[]> {
  const value = await readFact(db, 'clock_spans');
  const spans = value === null ? [] : (JSON.parse(value) as [string, string][]);
  return spans.map(([from, to]) => ({ from: new Date(from), to: new Date(to) }));
}

export const saveClockSpans = async (db: Queryable, spans: readonly ClockSpan[]): Promise<void> =>
  void (await saveFact(db, 'clock_spans', JSON.stringify(spans.map(({ from, to }) => [from, to]))));

/** Whose a place for photos is, to a database: its own, another one's, or not decided by a start yet. */
export type PlaceState = 'own' | 'foreign' | 'undecided';

/** What the last start and the last sweep found, for the figures and the operator's dashboard. */
export interface MediaReport {
  /** Pictures that no row named: moved to the trash, unless the sweep was held. */
  readonly orphans: number;
  /** Rows whose picture is missing. */
  readonly missing: number;
  readonly place: PlaceState;
  /** What a sweep would have moved, of how many pictures, that waits for the operator; null otherwise. */
  readonly held: { readonly orphans: number; readonly pictures: number } | null;
}

/** What is reported of a place before anything was found. */
export const EMPTY_REPORT: MediaReport = { orphans: 0, missing: 0, place: 'own', held: null };

const reportOf = (place: string) => `media_report ${place}`;

/**
 * Notes a part of the report about a place, for every process that works with it: the sweep runs in one of them, another
 * one each day. An instance that was given another place has a report of its own.
 */
export async function noteMediaReport(db: Queryable, place: string, report: Partial<MediaReport>): Promise<void> {
  await db.rows(
    `insert into server_facts (name, value) values ($1, $2)
     on conflict (name) do update set value = (server_facts.value::jsonb || excluded.value::jsonb)::text`,
    [reportOf(place), JSON.stringify(report)],
  );
}

/** What the last start and the last daily sweep found in a place. */
export async function readMediaReport(db: Queryable, place: string): Promise<MediaReport> {
  const value = await readFact(db, reportOf(place));
  return { ...EMPTY_REPORT, ...(value && (JSON.parse(value) as Partial<MediaReport>)) };
}

/** Backups that failed one after the other. */
export interface BackupFailure {
  readonly tries: number;
  /** Of the last try. */
  readonly at: string;
}

/** Notes that a backup failed, so that every process knows when the next try is. */
export const noteBackupFailure = async (db: Queryable, failure: BackupFailure): Promise<void> =>
  void (await saveFact(db, 'backup_failure', JSON.stringify(failure)));

/** The failures since the last backup; null where there are none. */
export async function readBackupFailure(db: Queryable): Promise<BackupFailure | null> {
  const value = await readFact(db, 'backup_failure');
  return value === null ? null : (JSON.parse(value) as BackupFailure);
}

/** Forgets the failures: a backup was written, or a start may have come because what was in the way is mended. */
export async function clearBackupFailure(db: Queryable): Promise<void> {
  await db.rows("delete from server_facts where name = 'backup_failure'");
}

const searchFact = (search: string) => `searched ${search}`;

/** Notes the instant up to which a recurring search has looked. */
export const noteSearched = async (db: Queryable, search: string, until: Date): Promise<void> =>
  void (await saveFact(db, searchFact(search), until.toISOString()));

/** The instant up to which a recurring search has looked; null before the first one. */
export async function readSearched(db: Queryable, search: string): Promise<Date | null> {
  const value = await readFact(db, searchFact(search));
  return value === null ? null : new Date(value);
}
