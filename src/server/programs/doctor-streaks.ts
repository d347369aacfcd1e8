import { clockAt } from '#domain/life.ts';
import { standing } from '#domain/standing.ts';
import type { Queryable } from '#platform/db/open.ts';
import { type Finding, nothing, ok, wrong } from '#platform/doctor/finding.ts';
import { readLives } from '../life/public.ts';

const BATCH = 500;
/** How many users one line names. */
const NAMED_MAX = 5;

interface SavedRow {
  id: string;
  email: string;
  streak_days: number;
  longest_streak: number;
}

const LIST = `select u.id, u.email, u.streak_days, u.longest_streak from users u
  join standing_ends e on e.user_id = u.id
  where u.deleted_at is null and e.at > $2 and ($1::uuid is null or u.id > $1) order by u.id limit ${BATCH}`;

/** Compares the saved streaks of all users with their lives; what time has changed since is left out. */
export async function lookAtStreaks(db: Queryable, now = new Date()): Promise<Finding> {
  const [table] = await db.rows<{ name: string | null }>(`select to_regclass('public.standing_ends')::text as name`);
  if (table!.name === null) return nothing('Not looked at: see the line of the database.');
  const differing: string[] = [];
  let [seen, after] = [0, null as string | null];
  for (;;) {
    const rows = await db.rows<SavedRow>(LIST, [after, now]);
    if (rows.length === 0) break;
    const lives = await readLives(
      db,
      rows.map(({ id }) => id),
    );
    for (const { id, email, streak_days, longest_streak } of rows) {
      const life = lives.get(id)!;
      const { streak, longest } = standing(life, clockAt(now, life.zone));
      if (streak !== streak_days || longest !== longest_streak) differing.push(email);
    }
    seen += rows.length;
    after = rows.at(-1)!.id;
  }
  if (differing.length === 0) return ok(`the saved streaks of ${seen} users are those of their days`);
  const named = differing.slice(0, NAMED_MAX).join(', ');
  return wrong(
    `The saved streaks of ${differing.length} users differ from their days: ${named}. They are saved again with the next check-in of each, and within a week.`,
  );
}
