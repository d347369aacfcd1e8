import type * as z from 'zod/mini';
import type { Queryable, RowSchema } from './open.ts';

/**
 * A row of a table of the schema, as `Queryable.rows` returns it: instants as ISO strings, days as `YYYY-MM-DD`. Import
 * the table with `import type`, since the server does not load drizzle.
 */
export type Row<Table extends { readonly $inferSelect: object }> = Table['$inferSelect'];

type Source = Queryable | Queryable['rows'];
type Plain = [sql: string, values?: readonly unknown[]];
type Checked<Schema> = [schema: Schema, ...Plain];

const rowsOf = (source: Source, statement: readonly unknown[]) =>
  (typeof source === 'function' ? source : source.rows)(...(statement as Checked<RowSchema>));

const soleColumn = (row: object): unknown => Object.values(row)[0];

/** Returns the first row of a statement; null if it has none. */
export function firstRow<Row extends RowSchema>(db: Source, ...statement: Checked<Row>): Promise<z.output<Row> | null>;
export function firstRow<Found>(db: Source, ...statement: Plain): Promise<Found | null>;
export async function firstRow(db: Source, ...statement: unknown[]): Promise<unknown> {
  return (await rowsOf(db, statement))[0] ?? null;
}

/** Returns the row of a statement that always has one. */
export function onlyRow<Row extends RowSchema>(db: Source, ...statement: Checked<Row>): Promise<z.output<Row>>;
export function onlyRow<Found>(db: Source, ...statement: Plain): Promise<Found>;
export async function onlyRow(db: Source, ...statement: unknown[]): Promise<unknown> {
  return (await rowsOf(db, statement))[0]!;
}

/** Returns true if a statement has a row, or changed one that it returns. */
export const anyRow = async (db: Source, ...statement: Plain): Promise<boolean> =>
  (await rowsOf(db, statement)).length > 0;

/** Returns the only column of the first row of a statement; null if it has none. */
export function firstValue<Value extends z.ZodMiniType>(
  db: Source,
  ...statement: Checked<Value>
): Promise<z.output<Value> | null>;
export function firstValue<Value>(db: Source, ...statement: Plain): Promise<Value | null>;
export async function firstValue(db: Source, ...statement: unknown[]): Promise<unknown> {
  const [row] = await rowsOf(db, statement);
  return row ? soleColumn(row) : null;
}

/** Returns the only column of the row of a statement that always has one. */
export function onlyValue<Value extends z.ZodMiniType>(
  db: Source,
  ...statement: Checked<Value>
): Promise<z.output<Value>>;
export function onlyValue<Value>(db: Source, ...statement: Plain): Promise<Value>;
export async function onlyValue(db: Source, ...statement: unknown[]): Promise<unknown> {
  return soleColumn((await rowsOf(db, statement))[0]!);
}

/** Returns the only column of all rows of a statement. */
export function allValues<Value extends z.ZodMiniType>(
  db: Source,
  ...statement: Checked<Value>
): Promise<z.output<Value>[]>;
export function allValues<Value>(db: Source, ...statement: Plain): Promise<Value[]>;
export async function allValues(db: Source, ...statement: unknown[]): Promise<unknown> {
  return (await rowsOf(db, statement)).map(soleColumn);
}
