import * as z from 'zod/mini';
import { Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { type Finding, nothing, ok, wrong } from '#platform/doctor/finding.ts';
import { findUnsavedStandings } from '../life/public.ts';

/** The maximum number of users that one line names. */
const NAMED_MAX = 5;

const TableName = z.nullable(Text);

/** Compares the saved streaks and counts of all users with a new calculation. Ignores what only time changed. */
export async function lookAtStreaks(db: Queryable, now = new Date()): Promise<Finding> {
  const table = await onlyValue(db, TableName, `select to_regclass('public.standing_ends')::text`);
  if (table === null) return nothing('Not checked: see the line of the database.');
  const { emails, compared } = await findUnsavedStandings(db, now);
  if (emails.length === 0) return ok(`the saved streaks of ${compared} users match their days`);
  const named = emails.slice(0, NAMED_MAX).join(', ');
  return wrong(
    `The saved streaks of ${emails.length} users differ from their days: ${named}. The next check-in of each user saves them again, or a job within a week.`,
  );
}
