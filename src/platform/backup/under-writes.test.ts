import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDb } from '#platform/db/open.ts';
import { VERSION } from '#platform/start/root.ts';
import { refreshStanding } from '#server/life/public.ts';
import { connected, restoreInto, temporaryFolder } from '#server/testing/backups.ts';
import { buildMembers, buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { checkInWithPhoto, drawing } from '#server/testing/factories/photos.ts';
import { buildUser, type TestUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';
import { writeBackup } from './write-backup.ts';

const PEOPLE = 6;
const MISSIONS = 4;
const t = await testApp();
const picture = await drawing(64, 40).jpeg().toBuffer();
const folder = await temporaryFolder();

const COUNTERS = `select mb.points, mb.checkins_count, u.points as user_points, count(c.id)::int as rows,
    coalesce(sum(c.points_earned), 0)::int as earned,
    (select coalesce(sum(o.points_earned), 0)::int from checkins o where o.user_id = u.id) as user_earned
  from members mb join users u on u.id = mb.user_id
  left join checkins c on c.mission_id = mb.mission_id and c.user_id = mb.user_id
  group by mb.mission_id, mb.user_id, u.id`;

it('a backup during writes is one consistent snapshot with matching stored sums', {
  timeout: 60_000,
}, async () => {
  const people: TestUser[] = [];
  for (let i = 0; i < PEOPLE; i++) people.push(await buildUser(t));
  const missions: string[] = [];
  for (let i = 0; i < MISSIONS; i++) missions.push(await buildMission(t, people[0]!));
  for (const mission of missions) await buildMembers(t, people[0]!, mission, people.slice(1));

  const pairs = missions.flatMap((mission) => people.map((person) => ({ mission, person })));
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      for (const [i, { mission, person }] of pairs.entries()) {
        if (isOver) return;
        const answer = i % 7 ? checkIn(t, person, mission) : checkInWithPhoto(t, person, mission, picture);
        expect([201, 400]).toContain((await answer).statusCode);
      }
      t.clock.advance(86_400_000);
    }
  };
  const writing = write();
  const files: string[] = [];
  for (let i = 0; i < 4; i++) {
    await wait(250);
    const file = join(folder, `${i}.zip`);
    const { deps, dataDir: data_dir } = t;
    const source = { url: deps.direct_url, storage: deps.storage, data_dir, version: VERSION };
    const { manifest } = await writeBackup({ ...source, file, media: true, now: t.clock.now() });
    expect(manifest.missing_media).toEqual([]);
    files.push(file);
  }
  isOver = true;
  await writing;

  const sizes: number[] = [];
  for (const file of files) {
    const { url, manifest } = await restoreInto(file);
    sizes.push(manifest.tables.checkins!);
    const counters = (await connected(url, (client) => client.query(COUNTERS))).rows;
    expect(counters).toHaveLength(PEOPLE * MISSIONS);
    for (const { points, checkins_count, user_points, rows, earned, user_earned } of counters)
      expect([points, checkins_count, user_points]).toEqual([earned, rows, user_earned]);

    const db = openDb(url);
    // Streaks decrease with time; these columns do not.
    const read = () =>
      db.rows(
        `select user_id, mission_id, points, checkins_count, counted, planned, streak_last_day, checked_days_from,
           encode(checked_days, 'hex') as days from members order by mission_id, user_id`,
      );
    const before = await read();
    for (const { id } of people) await db.transact((tx) => refreshStanding(tx, id, t.clock.now()));
    expect(await read()).toEqual(before);
    await db.close();
  }
  // The backups ran one after another during writes.
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(sizes.at(-1)).toBeGreaterThan(sizes[0]!);
});
