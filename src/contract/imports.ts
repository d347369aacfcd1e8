import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { IMPORT_SOURCES, LEFT_OUT_REASONS } from '#domain/imports.ts';
import { IMPORT_BYTES_MAX } from '#domain/limits.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Day, Instant } from './fields.ts';

const AMOUNT = described(z.number(), 'The amount, with two decimals.', { type: 'number', exclusiveMinimum: 0 });

/** See docs/rules.md#days-from-elsewhere. */
export const Import = namedObject('Import', 'A habit that you brought from another tracker, with its days.', {
  id: described(z.string(), 'The id of the import.'),
  source: described(z.enum(IMPORT_SOURCES), 'Which tracker it is from; `csv` is a table.'),
  habit: described(z.string(), 'The name of the habit.'),
  unit: described(z.nullable(z.string()), 'What its amounts count; null if unknown.'),
  days_count: described(z.number(), 'How many days there are.'),
  first_day: described(Day, 'The first of them.'),
  last_day: described(Day, 'The last of them.'),
  days: described(z.string(), 'The days as hex digits; the highest bit of the first digit is `first_day`.'),
  amounts: described(
    z.nullable(z.array(z.nullable(AMOUNT))),
    'The amount of each day, in their order, null for a day without one; null if no day has one.',
  ),
  created_at: described(Instant, 'When you brought it.'),
});
export type Import = z.output<typeof Import>;

export const ImportResult = namedObject('ImportResult', 'What a file came to.', {
  imports: described(z.array(Import), 'The habits that it brought; an earlier import of the same habit is replaced.'),
  left_out: described(
    z.array(
      z.object({
        habit: described(z.string(), 'The name of the habit.'),
        reason: described(
          z.enum(LEFT_OUT_REASONS),
          'Why: `at_most` is a target not to exceed, `task` no habit, `type` another kind, and `no_days` has no day.',
        ),
      }),
    ),
    'The habits that were left out, at most 100.',
  ),
  days_left_out: described(z.number(), 'How many days were left out: before 2000, after today, or no date.'),
});
export type ImportResult = z.output<typeof ImportResult>;

export const createImports = endpoint(
  { method: 'POST', path: '/api/imports' },
  ON_SERVER && {
    access: 'user',
    summary: "Bring the days of another tracker's export",
    files: { file: { max_bytes: IMPORT_BYTES_MAX, too_large: 'import_too_large' } },
    response: ImportResult,
    status: 201,
    repeated_by: 'imports_by_habit',
    errors: ['import_unreadable', 'import_too_large', 'import_limit'],
    rate: 'imports',
  },
);

export const listImports = endpoint(
  { method: 'GET', path: '/api/imports' },
  ON_SERVER && {
    access: 'user',
    summary: 'List the habits that you brought from other trackers, newest first',
    response: z.array(Import),
  },
);

export const deleteImport = endpoint(
  { method: 'DELETE', path: '/api/imports/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Remove a habit that you brought, with its days',
    errors: ['import_not_found'],
  },
);
