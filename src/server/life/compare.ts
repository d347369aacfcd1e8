import * as z from 'zod/mini';
import { dayText } from '#domain/days.ts';
import { clockAt } from '#domain/life.ts';
import { standing } from '#domain/standing.ts';
import { Day, Id, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { rebuildStreaksJob, saveStandingJob } from './jobs.ts';
import { readLives } from './read.ts';
import { lastDayOf, memberColumns } from './save.ts';

type MemberColumns = ReturnType<typeof memberColumns>;

const SavedMember = z.object({
  mission_id: Id,
  streak_days: Int,
  longest_streak: Int,
  streak_last_day: z.nullable(Day),
  days_from: Day,
  days: z.nullable(Text),
  rest_days: z.nullable(Text),
  counted: Int,
  planned: Int,
  checkins: Int,
});
type SavedMember = z.output<typeof SavedMember>;

const SavedUser = z.object({
  id: Id,
  email: Text,
  streak_days: Int,
  longest_streak: Int,
  streak_last_day: z.nullable(Text),
  members: z.array(SavedMember),
});

const BATCH = 500;
const SAVING_JOBS = [saveStandingJob.name, rebuildStreaksJob.name];

/** JSON of a member's saved columns, named like MemberColumns. `mb` is the alias of the member. */
const MEMBER = `json_build_object('mission_id', mb.mission_id, 'streak_days', mb.streak_days, 'longest_streak', mb.longest_streak,
    'streak_last_day', mb.streak_last_day, 'days_from', mb.checked_days_from, 'days', encode(mb.checked_days, 'hex'),
    'rest_days', encode(mb.rest_days, 'hex'), 'counted', mb.counted, 'planned', mb.planned, 'checkins', mb.checkins_count)`;

/**
 * Users whose saved numbers are valid at $2 and who have no waiting or running save job. The day is a text, because the
 * doctor's connection returns a date as a Date.
 */
const LIST = `select u.id, u.email, u.streak_days, u.longest_streak, u.streak_last_day::text,
    coalesce((select json_agg(${MEMBER}) from members mb where mb.user_id = u.id and mb.left_at is null), '[]') as members
  from users u join standing_ends e on e.user_id = u.id
  where u.deleted_at is null and e.at > $2 and ($1::uuid is null or u.id > $1)
    and not exists (select from jobs j where j.name = any($3) and j.state in ('waiting', 'running') and j.data ->> 'user_id' = u.id::text)
  order by u.id limit ${BATCH}`;

/** Returns true if the saved columns equal the computed columns. Without check-ins, `days_from` may differ. */
const isSameMember = (saved: SavedMember | undefined, computed: MemberColumns): boolean =>
  saved !== undefined &&
  (Object.keys(computed) as (keyof MemberColumns)[]).every(
    (name) => saved[name] === computed[name] || (name === 'days_from' && computed.days === null),
  );

/** Finds users whose saved numbers differ from their lives. Returns their emails and the number of users compared. */
export async function findUnsavedStandings(db: Queryable, now: Date): Promise<{ emails: string[]; compared: number }> {
  const emails: string[] = [];
  let [compared, after] = [0, null as string | null];
  for (;;) {
    const rows = await db.rows(SavedUser, LIST, [after, now, SAVING_JOBS]);
    if (rows.length === 0) return { emails, compared };
    const lives = await readLives(
      db,
      rows.map(({ id }) => id),
    );
    for (const { id, email, streak_days, longest_streak, streak_last_day, members } of rows) {
      const life = lives.get(id)!;
      const last = lastDayOf(life);
      const found = standing(life, clockAt(now, life.zone));
      const saved = new Map(members.map((one) => [one.mission_id, one]));
      const isSame =
        found.streak === streak_days &&
        found.longest === longest_streak &&
        (last === null ? null : dayText(last)) === streak_last_day &&
        life.memberships.every(
          (m) => m.id === null || isSameMember(saved.get(m.id), memberColumns(m, found.missions.get(m.id)!)),
        );
      if (!isSame) emails.push(email);
    }
    compared += rows.length;
    after = rows.at(-1)!.id;
  }
}
