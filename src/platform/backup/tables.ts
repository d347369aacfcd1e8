import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { listMigrations } from '#platform/db/migrate.ts';

/** Counters that may be lost, the mark of a restore, and jobs, which are stored selectively. */
const LEFT_OUT: readonly string[] = ['rate_limits', 'restoring', 'jobs'];

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Excludes objects of extensions. */
const OURS = `c.relnamespace = 'public'::regnamespace and not exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

const TABLES = `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} and c.relname <> all($1)
    and ($2::text[] is null or c.relname = any($2))
  group by c.relname order by c.relname`;

const REFERENCES = `select distinct f.relname::text as table_name, c.relname::text as needs
  from pg_constraint r join pg_class f on f.oid = r.conrelid join pg_class c on c.oid = r.confrelid
  where r.contype = 'f' and r.conrelid <> r.confrelid and ${OURS}`;

/** Matches a sequence by its own name or by its column's table. */
const SEQUENCES = `select c.relname::text as name from pg_class c where c.relkind = 'S' and ${OURS}
  and ($1::text[] is null or c.relname = any($1) or exists (
    select from pg_depend d join pg_class t on t.oid = d.refobjid
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and t.relname = any($1)))
  order by c.relname`;

/** Matches what migrations create, in drizzle's form or handwritten. */
const CREATED = /^\s*create (?:unlogged )?(?:table|sequence) (?:if not exists )?(?:"?public"?\.)?"?(\w+)/gim;

/**
 * Returns all tables and sequences that this release's migrations ever created; an operator can have others. Returns
 * null if `migration` belongs to a newer release, whose tables are unknown.
 */
export async function listKnown(folder: string, migration: string): Promise<string[] | null> {
  const files = await listMigrations(folder);
  if (!files.includes(migration)) return null;
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return ['migrations', ...texts.flatMap((text) => [...text.matchAll(CREATED)].map(([, name]) => name!))];
}

/**
 * Lists a backup's tables in the order of their references, filtered by `known` if given. Self-references need no
 * order, because COPY checks them at its end.
 */
export async function listTables(client: pg.Client, known: readonly string[] | null = null): Promise<Table[]> {
  const tables = (await client.query<Table>(TABLES, [LEFT_OUT, known])).rows;
  const references = (await client.query<{ table_name: string; needs: string }>(REFERENCES)).rows;
  const ordered: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ name }) =>
      references.every(({ table_name, needs }) => table_name !== name || !waiting.has(needs)),
    );
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`);
    for (const table of ready) waiting.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** Returns all sequences with their state, filtered by `known` or their tables if given. */
export async function readSequences(
  client: pg.Client,
  known: readonly string[] | null = null,
): Promise<Record<string, { value: string; is_called: boolean }>> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES, [known]);
  const states: Record<string, { value: string; is_called: boolean }> = {};
  for (const { name } of rows) {
    const sql = `select last_value::text as value, is_called from public.${client.escapeIdentifier(name)}`;
    states[name] = (await client.query<{ value: string; is_called: boolean }>(sql)).rows[0]!;
  }
  return states;
}

/** Returns true if the database has no table, view or sequence. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    `select not exists (select from pg_class c where c.relkind in ('r', 'p', 'S', 'v', 'm') and ${OURS}) as empty`,
  );
  return rows[0]!.empty;
}

/** Returns a table with its columns for COPY. */
export const copyTarget = (client: pg.Client, { name, columns }: Table): string =>
  `public.${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
