import * as z from 'zod/mini';
import { Day, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, onlyRow } from '#platform/db/rows.ts';
import { type FoundHabit, sortDays } from './habits/read.ts';

const ImportRow = z.object({
  id: Id,
  source: Text,
  habit: Text,
  unit: z.nullable(Text),
  created_at: Instant,
  days: z.array(Day),
  amounts: z.array(z.nullable(z.number())),
});
export type ImportRow = z.output<typeof ImportRow>;

const SELECT = `select i.id, i.source, i.habit, i.unit, i.created_at, d.days, d.amounts
  from imports i cross join lateral (
    select json_agg(day order by day) as days, json_agg(amount order by day) as amounts
    from imported_days where import_id = i.id
  ) d where i.user_id = $1`;

/** Lists the user's imports with their days, newest first and then by name. */
export const listImports = (db: Queryable, userId: string): Promise<ImportRow[]> =>
  db.rows(ImportRow, `${SELECT} order by i.created_at desc, i.habit collate "C"`, [userId]);

/** Lists the user's imports of these habits of a source, in any order. */
export const listHabits = (
  db: Queryable,
  userId: string,
  source: string,
  habits: readonly string[],
): Promise<ImportRow[]> =>
  db.rows(ImportRow, `${SELECT} and i.source = $2 and i.habit = any($3)`, [userId, source, habits]);

/** Deletes an import of this user; false if it does not exist. */
export const deleteImport = (db: Queryable, userId: string, importId: string): Promise<boolean> =>
  anyRow(db, 'delete from imports where id = $1 and user_id = $2 returning id', [importId, userId]);

/** Deletes the user's imports of these habits of a source. */
export const deleteHabits = (tx: Tx, userId: string, source: string, habits: readonly string[]): Promise<unknown> =>
  tx.rows('delete from imports where user_id = $1 and source = $2 and habit = any($3)', [userId, source, habits]);

/** Inserts a habit with its days. */
export async function insertImport(
  tx: Tx,
  userId: string,
  source: string,
  { habit, unit, days }: FoundHabit,
  now: Date,
): Promise<void> {
  const sorted = sortDays(days);
  const id = newId(now);
  await tx.rows('insert into imports (id, user_id, source, habit, unit, created_at) values ($1, $2, $3, $4, $5, $6)', [
    id,
    userId,
    source,
    habit,
    unit,
    now,
  ]);
  await tx.rows(
    'insert into imported_days (import_id, day, amount) select $1, * from unnest($2::date[], $3::numeric[])',
    [id, sorted.map(([day]) => day), sorted.map(([, amount]) => amount)],
  );
}

const Counts = z.object({ habits: Int, days: Int });

/** Counts the user's imported habits and days. */
export const countImports = (db: Queryable, userId: string): Promise<z.output<typeof Counts>> =>
  onlyRow(
    db,
    Counts,
    `select count(distinct i.id) as habits, count(d.day) as days
     from imports i left join imported_days d on d.import_id = i.id where i.user_id = $1`,
    [userId],
  );
