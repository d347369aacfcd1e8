/**
 * A row of a table of the schema, as `Queryable.rows` returns it: instants as ISO strings, days as `YYYY-MM-DD`. Import
 * the table with `import type`, since the server does not load drizzle.
 */
export type Row<Table extends { readonly $inferSelect: object }> = Table['$inferSelect'];
