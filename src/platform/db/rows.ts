import type { Queryable } from './open.ts';

/**
 * A row of a table of the schema, as `Queryable.rows` returns it: instants as ISO strings, days as `YYYY-MM-DD`. Import
 * the table with `import type`, since the server does not load drizzle.
 */
export type Row<Table extends { readonly $inferSelect: object }> = Table['$inferSelect'];

/**
 * What runs a statement: `db.rows` for one that writes and locks nothing, `db.rows` for any other. Both are functions that
 * need no `this`.
 */
type Run = Queryable['rows'];

/** The first row of a statement; null when it has none. */
export const firstRow = async <Found>(run: Run, sql: string, values?: readonly unknown[]): Promise<Found | null> =>
  (await run<Found>(sql, values))[0] ?? null;

/** The row of a statement that always has one. */
export const onlyRow = async <Found>(run: Run, sql: string, values?: readonly unknown[]): Promise<Found> =>
  (await run<Found>(sql, values))[0]!;

/** Whether a statement has a row, or changed one that it returns. */
export const anyRow = async (run: Run, sql: string, values?: readonly unknown[]): Promise<boolean> =>
  (await run(sql, values)).length > 0;

const soleColumn = <Value>(row: object) => Object.values(row)[0] as Value;

/** The only column of the first row of a statement; null when it has none. */
export const firstValue = async <Value>(run: Run, sql: string, values?: readonly unknown[]): Promise<Value | null> => {
  const row = await firstRow<object>(run, sql, values);
  return row && soleColumn(row);
};

/** The only column of the row of a statement that always has one. */
export const onlyValue = async <Value>(run: Run, sql: string, values?: readonly unknown[]): Promise<Value> =>
  soleColumn(await onlyRow<object>(run, sql, values));

/** The only column of all rows of a statement. */
export const allValues = async <Value>(run: Run, sql: string, values?: readonly unknown[]): Promise<Value[]> =>
  (await run<object>(sql, values)).map(soleColumn<Value>);
