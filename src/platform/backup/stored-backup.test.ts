import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { login } from '#contract/auth.ts';
import { listCheckins } from '#contract/checkins.ts';
import { listComments } from '#contract/comments.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { Int } from '#platform/db/columns.ts';
import { prepareEmbeddedSchema } from '#platform/start/prepare-schema.ts';
import { appUrl, restoreInto, type Target } from '#server/testing/backups.ts';
import { DOZEN, EVERY_TABLE_NOW, EVERY_TABLE_PASSWORD, FEWER_ROWS } from '#server/testing/every-table.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { checkBackup } from './check-backup.ts';

/** A backup of each release, which later releases must restore; CONTRIBUTING.md explains how to create one. */
const FIXTURES = join(import.meta.dirname, 'fixtures');
const releases = readdirSync(FIXTURES).filter((name) => name.endsWith('.zip'));

const restored = new Map<string, { t: TestApp; target: Target }>();
for (const name of releases) {
  const target = await restoreInto(join(FIXTURES, name));
  await prepareEmbeddedSchema(target.url);
  const { data_dir } = target;
  const options = { database_url: appUrl(target.url), clock: fakeClock(EVERY_TABLE_NOW), config: { data_dir } };
  restored.set(name, { target, t: await testApp({ ...options, storage: target.storage }) });
}

async function signIn(t: TestApp): Promise<string> {
  const answer = await t.call(login, { body: { email: 'person1@example.com', password: EVERY_TABLE_PASSWORD } });
  expect(answer.statusCode).toBe(200);
  return answer.json().access_token;
}

describe.each(releases)('the stored backup %s', (name) => {
  const { t, target } = restored.get(name)!;

  it('has 12 rows of each table and is restored completely', async () => {
    const { manifest, zip } = await checkBackup(join(FIXTURES, name));
    zip.close();
    expect(name).toBe(`${manifest.version}.zip`);
    for (const [table, rows] of Object.entries(manifest.tables)) {
      if (!FEWER_ROWS.includes(table)) expect([table, rows >= DOZEN]).toEqual([table, true]);
      const [found] = await t.db.rows(z.object({ rows: Int }), `select count(*)::int as rows from ${table}`);
      // Newer migrations can add rows.
      expect([table, found!.rows >= rows]).toEqual([table, true]);
    }
    expect(target).toMatchObject({ jobs: 2, media: 4 * DOZEN, unknown_jobs: [] });
  });

  it('can be read through the API', async () => {
    const token = await signIn(t);
    const { missions } = (await t.call(getDashboard, { token })).json();
    const mission = missions.find(({ title }: { title: string }) => title === 'Mission 1');
    expect(mission).toMatchObject({ member_count: DOZEN, checkins_count: 10, points: 9 * 15 + 20, streak_days: 10 });
    const page = await t.call(getMission, { token, params: { id: mission.id } });
    expect(page.json()).toMatchObject({ title: 'Mission 1', duration_days: 30 });
    const feed = await t.call(listCheckins, { token, params: { id: mission.id }, query: { limit: 50 } });
    expect(feed.json()).toHaveLength(50);
    const [first] = feed.json().filter(({ user_name }: { user_name: string }) => user_name === 'Person 1');
    expect(first.content).toBe('A \\N backslash, a\ttab,\na line, \\. and 🔥 ünïcode of 1');
    const picture = await t.app.inject(first.photo_url);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    const comments = (await t.call(listComments, { token, params: { id: first.id } })).json();
    expect(JSON.stringify(comments)).toContain('Person 12');
    const bell = (await t.call(listNotifications, { token })).json();
    expect(JSON.stringify(bell)).toContain('comment');
  });

  it('continues after a restore: jobs run, and people check in', async () => {
    await t.queue.tick();
    await t.queue.drain();
    const left = await t.db.rows(
      `select name from jobs where state in ('waiting', 'running') and name = 'remove-pictures'`,
    );
    // One job was due in an impossible year; the server corrected and ran it.
    expect(left).toEqual([]);
  });
});
