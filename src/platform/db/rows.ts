import type * as z from 'zod/mini';
import type { Queryable, RowSchema } from './open.ts';

type Plain = [sql: string, values?: readonly unknown[]];
type Checked<Schema> = [schema: Schema, ...Plain];

/** Returns the first row of a statement, or null if it returns no rows. */
export const firstRow = async <Row extends RowSchema>(
  db: Queryable,
  ...statement: Checked<Row>
): Promise<z.output<Row> | null> => (await db.rows(...statement))[0] ?? null;

/** Returns the row of a statement that always has one. */
export const onlyRow = async <Row extends RowSchema>(
  db: Queryable,
  ...statement: Checked<Row>
): Promise<z.output<Row>> => (await db.rows(...statement))[0]!;

/** Returns true if a statement returns a row. */
export const anyRow = async (db: Queryable, ...statement: Plain): Promise<boolean> =>
  (await db.rows(...statement)).length > 0;

/** Returns the only column of every row of a statement. */
export const allValues = async <Value extends z.ZodMiniType>(
  db: Queryable,
  ...[value, ...statement]: Checked<Value>
): Promise<z.output<Value>[]> =>
  (await db.rows(value as unknown as RowSchema, ...statement)).map((row) => Object.values(row)[0]);

/** Returns the only column of the first row of a statement, or null if it returns no rows. */
export const firstValue = async <Value extends z.ZodMiniType>(
  db: Queryable,
  ...statement: Checked<Value>
): Promise<z.output<Value> | null> => (await allValues(db, ...statement))[0] ?? null;

/** Returns the only column of the row of a statement that always has one. */
export const onlyValue = async <Value extends z.ZodMiniType>(
  db: Queryable,
  ...statement: Checked<Value>
): Promise<z.output<Value>> => (await allValues(db, ...statement))[0]!;
