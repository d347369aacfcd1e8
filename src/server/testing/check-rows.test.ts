import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Bool, Bytes, Day, Id, Instant, Int, JsonInstant, Text } from '#platform/db/columns.ts';
import type { RowSchema } from '#platform/db/open.ts';
import { allValues, firstRow, onlyValue } from '#platform/db/rows.ts';
import { takeRowFaults } from './row-faults.ts';
import { testApp } from './test-app.ts';

const t = await testApp();

/** Returns the faults of a schema for a statement, without the statement's text. */
async function findFaults(row: RowSchema, sql: string) {
  await t.db.transact((tx) => tx.rows(row, sql));
  return takeRowFaults().map((fault) => fault.slice(0, fault.lastIndexOf(' in: ')));
}

const Comment = z.object({ id: Id, parent_id: z.nullable(Id), created_at: Instant });
const COMMENTS = 'select id, parent_id, created_at from comments';

it('accepts a schema that matches the columns of its statement', async () => {
  expect(await findFaults(Comment, COMMENTS)).toEqual([]);
});

it.each([
  ['a missing column', Comment, 'select id, parent_id from comments', 'The statement lacks the column "created_at"'],
  ['an extra column', Comment, `select *, 1 as n from (${COMMENTS})`, 'The schema lacks the column "n"'],
  ['a wrong type', z.extend(Comment, { id: Int }), COMMENTS, 'The schema has another type for the column "id"'],
  [
    'a day for an instant',
    z.extend(Comment, { created_at: Day }),
    COMMENTS,
    'The schema has another type for the column "created_at"',
  ],
  ['a column that can be null', z.extend(Comment, { parent_id: Id }), COMMENTS, 'The column "parent_id" can be null'],
])('finds %s without any row', async (_, row, sql, fault) => {
  expect(await findFaults(row, sql)).toEqual([fault]);
});

it.each([
  ['a null of an expression', z.object({ n: Int }), 'select nullif(1, 1) as n', 'received null'],
  [
    'a null of an outer join',
    z.object({ id: Id }),
    'select u.id from (select 1) left join users u on true',
    'received null',
  ],
  ['an unknown value', z.object({ kind: z.enum(['one']) }), "select 'two' as kind", 'expected "one"'],
  ['a JSON of another type', z.object({ all: z.array(Int) }), `select '["1"]'::json as all`, 'received string'],
  ['a field too many in JSON', z.object({ all: z.object({}) }), `select '{"n":1}'::json as all`, 'lacks a field'],
])('finds %s in the rows', async (_, row, sql, fault) => {
  expect(await findFaults(row, sql)).toEqual([expect.stringContaining(fault)]);
});

it('has a field for each type of PostgreSQL', async () => {
  const All = z.object({
    ...{
      id: Id,
      text: Text,
      number: Int,
      float: z.number(),
      numeric: Text,
      is: Bool,
      bytes: Bytes,
      day: Day,
      at: Instant,
    },
    ...{ ids: z.array(Id), json: z.object({ at: JsonInstant, days: z.array(Day) }) },
  });
  const row = await firstRow(
    t.db,
    All,
    `select uuid7(now()) as id, 'a' as text, 1::bigint as number, 1.5::float8 as float, sum(1.5) as numeric, true as is,
       '\\x00'::bytea as bytes, date '2026-11-21' as day, now() as at, array[uuid7(now())] as ids,
       json_build_object('at', now(), 'days', json_build_array(date '2026-11-21')) as json`,
  );
  expect(z.parse(All, row)).toEqual(row);
});

it('compares an only column with its own schema', async () => {
  expect(await allValues(t.db, Day, "select '2026-11-21'::date")).toEqual(['2026-11-21']);
  expect(takeRowFaults()).toEqual([]);
  await onlyValue(t.db, Text, 'select 1, 2');
  expect(takeRowFaults()).toHaveLength(2);
});
