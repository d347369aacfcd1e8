import { expect, it } from 'vitest';
import { databaseBefore } from '../../testing/database-before.ts';
import { readBell } from './queries.ts';

const DAY = 86_400_000;

it('After the update what was read stays read and what was unread stays unread, also where the row was purged.', async () => {
  const { db, update } = await databaseBefore('checkins_in_the_bell.sql');
  const now = new Date();
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const id = async (sql: string, values: unknown[]) => (await db.rows<{ id: string }>(sql, values))[0]!.id;
  const person = (name: string) =>
    id(
      `insert into users (id, name, email, password_hash, timezone, created_at)
         values (gen_random_uuid(), $1, $1 || '@example.com', 'x', 'UTC', now()) returning id`,
      [name],
    );
  const [author, opener, sleeper, picker] = [
    await person('author'),
    await person('opener'),
    await person('sleeper'),
    await person('picker'),
  ];
  const mission = await id(
    `insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date,
         owner_id, created_at) values (gen_random_uuid(), 'a', 'b', 'c', 100, '2026-01-01', 'UTC', $2, $3, $1, $2) returning id`,
    [author, ago(100), ago(-100)],
  );
  for (const user of [author, opener, sleeper, picker])
    await db.rows(
      `insert into members (mission_id, user_id, joined_at, joined_day) values ($1, $2, $3, '2026-01-01')`,
      [mission, user, ago(100)],
    );
  const post = (days: number) =>
    id(
      `insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at, created_at)
         values (uuid7($3), $1, $2, 'text', $4, 15, date '2026-01-01' - $4::text::int, 'UTC', $3, $3) returning id`,
      [mission, author, ago(days), String(days)],
    );
  const notify = (user: string, checkin: string, days: number, read: boolean) =>
    db.rows(
      `insert into notifications (id, user_id, type, mission_id, actor_id, checkin_id, created_at, read_at)
         values (uuid7($1), $2, 'checkin', $3, $4, $5, $1, case when $6 then $1 end)`,
      [ago(days), user, mission, author, checkin, read],
    );
  // One of 60 days ago that was read at once, so its rows have been purged; two of the last days.
  await post(60);
  const [older, newer] = [await post(3), await post(2)];
  await notify(opener, older, 3, true);
  await notify(opener, newer, 2, true);
  await notify(sleeper, older, 3, false);
  await notify(sleeper, newer, 2, false);
  await notify(picker, older, 3, false);
  await notify(picker, newer, 2, true);

  await update();
  const bellOf = async (user: string) => {
    const { notifications, unread_count } = await readBell(db, user, { limit: 50 }, now);
    return [notifications.map((row) => `${row.content}${row.is_read ? ' x' : ''}`), unread_count];
  };
  expect(await bellOf(opener)).toEqual([['2 x', '3 x'], 0]);
  expect(await bellOf(sleeper)).toEqual([['2', '3'], 2]);
  expect(await bellOf(picker)).toEqual([['2 x', '3'], 1]);
  expect(await bellOf(author)).toEqual([[], 0]);
  const marks = await db.rows('select user_id, checkin_id from checkin_reads');
  expect(marks).toEqual([{ user_id: picker, checkin_id: newer }]);
});
