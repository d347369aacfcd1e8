import type { Queryable } from '#platform/db/open.ts';
import { type Finding, nothing, ok, wrong } from '#platform/doctor/finding.ts';
import { findUnsavedStandings } from '../life/public.ts';

/** How many users one line names. */
const NAMED_MAX = 5;

/** Compares the saved streaks and counts of all users with their lives; what time has changed since is left out. */
export async function lookAtStreaks(db: Queryable, now = new Date()): Promise<Finding> {
  const [table] = await db.rows<{ name: string | null }>(`select to_regclass('public.standing_ends')::text as name`);
  if (table!.name === null) return nothing('Not looked at: see the line of the database.');
  const { emails, compared } = await findUnsavedStandings(db, now);
  if (emails.length === 0) return ok(`the saved streaks of ${compared} users are those of their days`);
  const named = emails.slice(0, NAMED_MAX).join(', ');
  return wrong(
    `The saved streaks of ${emails.length} users differ from their days: ${named}. They are saved again with the next check-in of each, and within a week.`,
  );
}
