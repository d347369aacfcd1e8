import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createCheckin } from '#contract/checkins.ts';
import { patchProfile, updateProfile } from '#contract/profile.ts';
import { getStreak } from '#contract/streaks.ts';
import { Text } from '#platform/db/columns.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { testApp } from '../../testing/test-app.ts';

const HOUR = 3_600_000;
const t = await testApp();
requireSavedStandings(t);
const limited = await testApp({ rate_limits: true });

const moveTo = (app: typeof t, { token }: TestUser, timezone: string) =>
  app.call(patchProfile, { token, body: { timezone } });
const [WEST, EAST] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
const listRows = (user: TestUser) => t.db.rows('select new_zone from zone_changes where user_id = $1', [user.id]);

describe('changing the profile', () => {
  it('stores at most two zone changes a week', async () => {
    const user = await buildUser(t);
    const mission = await buildMission(t, user);
    t.clock.advance(20 * HOUR);
    for (let move = 0; move < 40; move++) {
      expect((await moveTo(t, user, [EAST, WEST][move % 2]!)).statusCode).toBe(200);
      t.clock.advance(1000);
    }
    expect(await listRows(user)).toEqual([{ new_zone: EAST }, { new_zone: EAST }]);
    t.clock.advance(8 * 24 * HOUR);
    await moveTo(t, user, EAST);
    expect(await listRows(user)).toHaveLength(3);
    t.clock.advance(13 * HOUR);
    // This move excuses nothing, so yesterday closes as usual.
    await moveTo(t, user, 'Asia/Tokyo');
    expect(await listRows(user)).toHaveLength(3);
    const body = { mission_id: mission, type: 'tick', day: 'yesterday' };
    const late = (await t.call(createCheckin, { token: user.token, body })).json().code;
    expect(['yesterday_after_move', 'yesterday_closed']).toContain(late);
  });

  it('excuses a day that travel skipped, on the mission page and in the ledger', async () => {
    t.clock.set('2026-11-21T09:00:00Z');
    const user = await buildUser(t, { timezone: WEST });
    const mission = await buildMission(t, user, { duration_days: 60 });
    t.clock.set('2026-11-21T12:00:00Z');
    await checkIn(t, user, mission);
    t.clock.advance(23 * HOUR);
    await moveTo(t, user, EAST);
    t.clock.advance(HOUR);
    expect((await checkIn(t, user, mission)).json()).toMatchObject({ mission_streak_days: 2, rest_days_used: 0 });
    const { days } = (await t.call(getStreak, { token: user.token })).json();
    expect(days.map(({ state }: { state: string }) => state)).toContain('excused');
  });

  it('allows ten zones a day, even concurrently, not counting saves of the same zone', async () => {
    const user = await buildUser(limited);
    const zones = Intl.supportedValuesOf('timeZone')
      // The server stores it under its current name.
      .filter((zone) => zone.startsWith('Europe/') && zone !== 'Europe/Kiev')
      .slice(0, 30);
    const answers = await Promise.all(zones.map((zone) => moveTo(limited, user, zone)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(20);
    expect(refused[0]!.json().code).toBe('too_many_requests');
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect(refused[0]!.headers['ratelimit-policy']).toBe('"zones";q=10;w=86400');
    const { timezone } = answers.findLast(({ statusCode }) => statusCode === 200)!.json();
    expect((await limited.call(patchProfile, { token: user.token, body: { bio: 'Tea' } })).statusCode).toBe(200);
    const [row] = await limited.db.rows(z.object({ timezone: Text }), 'select timezone from users where id = $1', [
      user.id,
    ]);
    const same = { name: user.name, timezone: row!.timezone };
    expect((await limited.call(updateProfile, { token: user.token, body: same })).statusCode).toBe(200);
    expect(zones).toContain(timezone);
  });

  it('allows ten names an hour, not counting saves of the same name', async () => {
    const { token } = await buildUser(limited, { name: 'Ana' });
    const rename = (name: string) => limited.call(patchProfile, { token, body: { name } });
    for (let at = 0; at < 12; at++) expect((await rename('Ana')).statusCode).toBe(200);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => rename(`Ana ${at}`)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    expect(answers.find(({ statusCode }) => statusCode === 429)!.headers['ratelimit-policy']).toBe(
      '"names";q=10;w=3600',
    );
  });
});
