import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { checkInByKey, createCheckinKey, listCheckinKeys, previewCheckinKey } from '#contract/checkin-keys.ts';
import { listCheckins, takeBackCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { updateProfile } from '#contract/profile.ts';
import { createPause, getStreak } from '#contract/streaks.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { buildSuspension } from '../../testing/factories/admin.ts';
import { buildCheckinKey } from '../../testing/factories/checkin-keys.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { openReader } from '../../testing/live-reader.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
beforeEach(() => t.clock.set(NOON));

const preview = async (key: string) => (await t.call(previewCheckinKey, { params: { key } })).json();
const tap = (key: string) => t.call(checkInByKey, { params: { key } });
const tapPage = (key: string) => t.app.inject({ method: 'POST', url: `/key/${key}` });
const listFeed = async ({ token }: TestUser, id: string) =>
  (await t.call(listCheckins, { token, params: { id } })).json();
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

async function buildKey(body: Record<string, unknown> = {}, timezone = 'UTC') {
  const ana = await buildUser(t, { name: 'Ana', timezone });
  const mission = await buildMission(t, ana, { title: 'Swim', ...body });
  return { ana, mission, ...(await buildCheckinKey(t, ana, mission)) };
}

describe('previewing a check-in key', () => {
  it('shows what the key would do and changes nothing', async () => {
    const patch = { motif: 'book', palette: 'ember', outline: 'round' };
    const { ana, mission, key } = await buildKey({ patch });
    for (let times = 0; times < 3; times += 1)
      expect(await preview(key)).toEqual({
        mission_id: mission,
        mission_title: 'Swim',
        patch,
        name: 'Ana',
        day: '2026-11-21',
        state: 'open',
        amounts: null,
      });
    await t.app.inject(`/key/${key}`);
    await t.app.inject({ method: 'HEAD', url: `/key/${key}` });
    expect(await listFeed(ana, mission)).toEqual([]);
    expect((await t.call(listCheckinKeys, { token: ana.token })).json()[0].last_used_at).toBeNull();
  });

  it('shows the states of the mission and of the day', async () => {
    const { ana, mission, key } = await buildKey({ start_date: '2026-11-22', duration_days: 2 });
    expect((await preview(key)).state).toBe('not_started');
    t.clock.advance(DAY_MS);
    expect((await preview(key)).state).toBe('open');
    await checkIn(t, ana, mission);
    expect((await preview(key)).state).toBe('done');
    t.clock.advance(DAY_MS);
    expect((await preview(key)).state).toBe('open');
    t.clock.advance(DAY_MS);
    expect((await preview(key)).state).toBe('over');
  });

  it('is hidden from search engines, and its responses are not stored', async () => {
    const { key } = await buildKey();
    for (const answer of [await t.call(previewCheckinKey, { params: { key } }), await tap(key), await tapPage(key)])
      expect(answer.headers).toMatchObject({
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    const page = await t.app.inject(`/key/${key}`);
    expect(page.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
  });

  it.each(['x', 'x'.repeat(43), `${'x'.repeat(42)}%20`, 'x'.repeat(99), '%00'])(
    'does not know the key %j',
    async (key) => {
      for (const [method, url] of [
        ['GET', `/api/key/${key}`],
        ['POST', `/api/key/${key}`],
        ['POST', `/key/${key}`],
      ] as const)
        expect([url, ...codeOf(await t.app.inject({ method, url }))]).toEqual([url, 404, 'key_unknown']);
    },
  );
});

describe('checking in with a key', () => {
  it.each(['/api/key', '/key'])('records a tick like any other with a POST to %s, without a session', async (path) => {
    const { ana, mission, key } = await buildKey();
    const ben = await buildUser(t);
    await buildMembers(t, ana, mission, [ben]);
    const answer = await t.app.inject({ method: 'POST', url: `${path}/${key}` });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        mission_id: mission,
        mission_title: 'Swim',
        day: '2026-11-21',
        checked_in: 'now',
        amount: null,
        unit: null,
        mission_streak_days: 1,
      },
    ]);
    expect(await listFeed(ana, mission)).toMatchObject([
      { type: 'tick', content: '', points_earned: 10, local_day: '2026-11-21', performed_at: NOON, is_late: false },
    ]);
    expect((await t.call(me, { token: ana.token })).json()).toMatchObject({ points: 10, streak_days: 1 });
    expect((await t.call(listNotifications, { token: ben.token })).json().unread_count).toBe(1);
    expect((await t.call(listCheckinKeys, { token: ana.token })).json()[0].last_used_at).toBe(NOON);
  });

  it('changes nothing on a second tap that day, and counts on the next day', async () => {
    const { ana, mission, key } = await buildKey();
    await tap(key);
    t.clock.advance(HOUR_MS);
    const again = await tapPage(key);
    expect([again.statusCode, again.json()]).toMatchObject([200, { checked_in: 'before', mission_streak_days: 1 }]);
    expect((await t.call(listCheckinKeys, { token: ana.token })).json()[0].last_used_at).toBe(
      t.clock.now().toISOString(),
    );
    t.clock.set('2026-11-22T00:00:00.000Z');
    expect((await tap(key)).json()).toMatchObject({ day: '2026-11-22', checked_in: 'now', mission_streak_days: 2 });
    expect(await listFeed(ana, mission)).toHaveLength(2);
    expect((await t.call(me, { token: ana.token })).json().points).toBe(20);
  });

  it('refuses an Idempotency-Key at both addresses and records nothing', async () => {
    const { ana, mission, key } = await buildKey();
    const headers = { 'idempotency-key': 'one' };
    for (const answer of [
      await t.call(checkInByKey, { params: { key }, headers }),
      await t.app.inject({ method: 'POST', url: `/key/${key}`, headers }),
    ])
      expect(codeOf(answer)).toEqual([400, 'idempotency_key_unused']);
    expect(await listFeed(ana, mission)).toEqual([]);
  });

  it('checks in once for 20 concurrent taps at both addresses', async () => {
    const { ana, mission, key } = await buildKey();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? tap(key) : tapPage(key))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    const said = answers.map((answer) => answer.json().checked_in);
    expect(said.filter((word) => word === 'now')).toHaveLength(1);
    expect(said.filter((word) => word === 'before')).toHaveLength(19);
    expect(new Set(answers.map((answer) => answer.json().mission_streak_days))).toEqual(new Set([1]));
    expect(await listFeed(ana, mission)).toHaveLength(1);
    expect((await t.call(me, { token: ana.token })).json().points).toBe(10);
  });

  it('makes one check-in from concurrent taps and app requests, also on two instances', async () => {
    const { ana, mission, key } = await buildKey();
    const other = await t.startInstance();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        if (n % 3 === 0) return checkIn(t, ana, mission);
        return n % 3 === 1 ? tap(key) : other.app.inject({ method: 'POST', url: `/key/${key}` });
      }),
    );
    await other.stop();
    const now = answers.filter((answer) => answer.statusCode === 201 || answer.json().checked_in === 'now');
    expect(now).toHaveLength(1);
    expect(await listFeed(ana, mission)).toHaveLength(1);
    expect((await t.call(me, { token: ana.token })).json().points).toBe(10);
  });

  it('leaves a check-in with text from the app unchanged', async () => {
    const { ana, mission, key } = await buildKey();
    await checkIn(t, ana, mission, { type: 'text', content: 'Five km' });
    expect((await tap(key)).json()).toMatchObject({ checked_in: 'before', mission_streak_days: 1 });
    expect(await listFeed(ana, mission)).toMatchObject([{ type: 'text', content: 'Five km' }]);
  });

  it('works again after a check-in was undone', async () => {
    const { ana, mission, key } = await buildKey();
    await tap(key);
    const [{ id }] = await listFeed(ana, mission);
    expect((await t.call(takeBackCheckin, { token: ana.token, params: { id } })).statusCode).toBe(204);
    expect((await preview(key)).state).toBe('open');
    expect((await tap(key)).json()).toMatchObject({ checked_in: 'now', mission_streak_days: 1 });
    expect(await listFeed(ana, mission)).toHaveLength(1);
    expect((await t.call(me, { token: ana.token })).json().points).toBe(10);
  });

  it('uses the day of its owner, who can have moved since', async () => {
    t.clock.set('2026-11-21T23:30:00.000Z');
    const { ana, mission, key } = await buildKey({ start_date: '2026-11-22' }, 'Asia/Kuala_Lumpur');
    expect((await preview(key)).day).toBe('2026-11-22');
    expect((await tap(key)).json()).toMatchObject({ day: '2026-11-22', checked_in: 'now' });
    await t.call(updateProfile, { token: ana.token, body: { name: 'Ana', timezone: 'America/New_York' } });
    // It is Saturday evening there, the day before the mission starts.
    expect(await preview(key)).toMatchObject({ day: '2026-11-21', state: 'not_started' });
    expect(codeOf(await tap(key))).toEqual([400, 'mission_not_started']);
    expect(await listFeed(ana, mission)).toHaveLength(1);
  });

  it('counts like any check-in on a free day and in a break', async () => {
    const { ana, mission, key } = await buildKey({ schedule: { kind: 'weekdays', days: ['mon'] } });
    expect((await preview(key)).state).toBe('open');
    expect((await tap(key)).json()).toMatchObject({ checked_in: 'now', mission_streak_days: 1 });
    expect(await listFeed(ana, mission)).toMatchObject([{ is_extra: true, points_earned: 0 }]);

    const daily = await buildKey();
    await tap(daily.key);
    const pause = { from_day: '2026-11-22', to_day: '2026-11-24', reason: 'away' };
    expect((await t.call(createPause, { token: daily.ana.token, body: pause })).statusCode).toBe(201);
    t.clock.set('2026-11-23T12:00:00.000Z');
    expect((await preview(daily.key)).state).toBe('open');
    expect((await tap(daily.key)).json()).toMatchObject({ checked_in: 'now', mission_streak_days: 2 });
    t.clock.set('2026-11-25T12:00:00.000Z');
    expect((await tap(daily.key)).json()).toMatchObject({ checked_in: 'now', mission_streak_days: 3 });
    expect((await t.call(getStreak, { token: daily.ana.token })).json().streak_days).toBe(3);
  });

  it('can be a comeback', async () => {
    const { ana, mission, key } = await buildKey();
    t.clock.advance(5 * DAY_MS);
    await tap(key);
    expect(await listFeed(ana, mission)).toMatchObject([{ is_comeback: true }]);
  });

  it("updates the owner's open pages", async () => {
    const { ana, mission, key } = await buildKey();
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const reader = await openReader(`http://127.0.0.1:${port}`, ana.token);
    await tap(key);
    await reader.find((event) => event.kind === 'feed' && 'mission_id' in event && event.mission_id === mission);
    reader.close();
    expect((await t.call(getMission, { token: ana.token, params: { id: mission } })).json().checked_in_today).toBe(
      true,
    );
  });

  it('is refused before and after the mission, and the key is not marked as used', async () => {
    const early = await buildKey({ start_date: '2026-11-22', duration_days: 1 });
    for (const answer of [await tap(early.key), await tapPage(early.key)])
      expect(codeOf(answer)).toEqual([400, 'mission_not_started']);
    t.clock.set('2026-11-23T00:00:00.000Z');
    expect(codeOf(await tap(early.key))).toEqual([400, 'mission_ended']);
    expect((await t.call(listCheckinKeys, { token: early.ana.token })).json()[0].last_used_at).toBeNull();

    const { ana, mission, key } = await buildKey({ start_date: '2026-11-23', duration_days: 1 });
    await tap(key);
    await t.db.rows('update missions set end_date = $2 where id = $1', [mission, t.clock.now()]);
    expect((await t.call(completeMission, { token: ana.token, params: { id: mission } })).statusCode).toBe(204);
    expect((await preview(key)).state).toBe('over');
    expect(codeOf(await tapPage(key))).toEqual([400, 'mission_ended']);
  });

  it('is counted or unknown while the member leaves, is suspended or replaces the key', async () => {
    const endings = {
      leave: (ana: TestUser, id: string) => t.call(leaveMission, { token: ana.token, params: { id } }),
      suspend: (ana: TestUser) => buildSuspension(t, ana),
      replace: (ana: TestUser, mission_id: string) =>
        t.call(createCheckinKey, { token: ana.token, body: { mission_id } }),
    };
    for (const end of Object.values(endings)) {
      const owner = await buildUser(t);
      const ana = await buildUser(t);
      const mission = await buildMission(t, owner);
      await buildMembers(t, owner, mission, [ana]);
      const { key } = await buildCheckinKey(t, ana, mission);
      const [, ...answers] = await Promise.all([end(ana, mission), ...Array.from({ length: 10 }, () => tap(key))]);
      for (const answer of answers)
        expect(['now', 'before', 'key_unknown']).toContain(answer.json().checked_in ?? answer.json().code);
      const ticks = (await listFeed(owner, mission)).length;
      expect(answers.filter((answer) => answer.json().checked_in === 'now')).toHaveLength(ticks);
      expect(codeOf(await tap(key))).toEqual([404, 'key_unknown']);
    }
  });
});
