import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Id, Int, Text } from '#platform/db/columns.ts';
import { type Db, openDb } from '#platform/db/open.ts';
import { images } from '#platform/images/images.ts';
import { diskStorage } from '#platform/storage/disk.ts';
import { refreshStanding } from '#server/life/public.ts';
import { drawSharePicture } from '#server/pictures/draw.ts';
import { testDatabase } from '#server/testing/test-app.ts';
import { emailOf, fillDemo } from './fill.ts';
import { PEOPLE } from './people.ts';
import { storeDemoPhotos } from './photos.ts';

const open: Db[] = [];
const pictures = images(drawSharePicture);
const dir = await mkdtemp(join(tmpdir(), 'emberkin-demo-'));
const photos = await storeDemoPhotos({ images: pictures, storage: diskStorage(dir) });
afterAll(async () => {
  await Promise.all(open.map((db) => db.close()));
  await pictures.close();
  await rm(dir, { recursive: true });
});

const fillDatabase = async (now: string) => {
  const db = openDb(await testDatabase());
  open.push(db);
  return { db, demo: await fillDemo(db, photos, new Date(now)) };
};

describe('the demo', () => {
  // At each of these instants, people have different days.
  it.each(['2026-03-29T00:30:00Z', '2026-10-25T16:05:00Z'])('can be filled at %s', async (now) => {
    const { db, demo } = await fillDatabase(now);
    expect(demo).toMatchObject({ people: 8, missions: 7 });
    expect(demo.checkins).toBeGreaterThan(600);
    const [row] = await db.rows(
      z.object({ late: Int, open: Int }),
      `select count(*) filter (where c.created_at > $1) as late,
         (select count(*) from missions where is_active and end_date <= $1) as open from checkins c`,
      [now],
    );
    expect(row).toEqual({ late: 0, open: 1 });
    const [shown] = await db.rows(
      z.object({ completed: Int, invited: Int }),
      `select count(*) filter (where m.completed_at <= $2) as completed,
         (select count(*) from invitations i join missions on missions.id = i.mission_id
           where i.invitee_email = u.email and i.status = 'pending' and i.expires_at > $2 and end_date > $2) as invited
       from users u join members mb on mb.user_id = u.id join missions m on m.id = mb.mission_id
       where u.email = $1 group by u.email`,
      [emailOf(PEOPLE[0]!), now],
    );
    expect(shown).toEqual({ completed: 1, invited: 1 });
  });

  it('has a mission of three times a week with free days and without extra check-ins', async () => {
    const { db } = await fillDatabase('2026-11-21T12:00:00Z');
    const [row] = await db.rows(
      z.object({ members: Int, most: Int, extra: Int }),
      `select count(distinct c.user_id)::int as members, (count(*) filter (where c.is_extra))::int as extra,
         max(mb.checkins_count)::int as most
       from missions m join members mb on mb.mission_id = m.id
       join checkins c on c.mission_id = m.id and c.user_id = mb.user_id
       where m.schedule_kind = 'weekly' and m.schedule_times = 3`,
    );
    expect(row).toEqual({ members: 3, most: 3, extra: 0 });
  });

  it('has a few photos, each once and by a different person', async () => {
    const { db } = await fillDatabase('2026-11-21T12:00:00Z');
    const shown = await db.rows(
      z.object({ photo_key: z.nullable(Text), user_id: Id }),
      `select photo_key, user_id from checkins where type = 'photo' and points_earned = 20 and content <> ''`,
    );
    expect(shown.map(({ photo_key }) => photo_key).sort()).toEqual(photos.map(({ photo_key }) => photo_key).sort());
    expect(new Set(shown.map(({ user_id }) => user_id)).size).toBe(photos.length);
    for (const { photo_key } of photos) expect(await readdir(join(dir, photo_key))).toEqual(['1600.webp', '400.webp']);
  });

  it('has only valid comments and reactions, none in the future', async () => {
    const now = '2026-11-21T12:00:00Z';
    const { db } = await fillDatabase(now);
    const [row] = await db.rows(
      z.catchall(z.object({}), Int),
      `select (select count(*) from reactions) as reactions,
         (select count(*) from comments where parent_id is null) as comments,
         (select count(*) from comments where parent_id is not null) as replies,
         (select count(*) from mentions) as mentions,
         (select count(*) from comments where created_at > $1) + (select count(*) from reactions where created_at > $1)
           as late,
         (select count(*) from reactions r join checkins c on c.id = r.checkin_id
           join members mb on mb.mission_id = c.mission_id and mb.user_id = r.user_id
           where r.created_at < mb.joined_at or r.created_at < c.created_at) as too_early`,
      [now],
    );
    expect(row).toMatchObject({ late: 0, too_early: 0 });
    expect(row!.reactions).toBeGreaterThan(300);
    expect(row!.comments).toBeGreaterThan(50);
    expect(row!.replies).toBeGreaterThan(20);
    expect(row!.mentions).toBeGreaterThan(10);
  });

  it('saves what its check-ins add up to', async () => {
    const { db } = await fillDatabase('2026-11-21T12:00:00Z');
    const counters = async () => ({
      users: await db.rows('select * from users order by id'),
      members: await db.rows('select * from members order by mission_id, user_id'),
    });
    const before = await counters();
    for (const user of await db.rows(z.object({ id: Id }), 'select id from users'))
      await db.transact((tx) => refreshStanding(tx, user.id, new Date('2026-11-21T12:00:00Z')));
    expect(await counters()).toEqual(before);
    expect(
      before.members.filter((member) => (member as { rest_days: unknown }).rest_days !== null).length,
    ).toBeGreaterThan(2);
  });
});
