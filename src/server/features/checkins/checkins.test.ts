import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { createCheckin, listCheckins } from '#contract/checkins.ts';
import { getMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { updateProfile } from '#contract/profile.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function buildPair() {
  t.clock.set(new Date(NOON));
  const owner = await buildUser(t);
  const friend = await buildUser(t);
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}

describe('checking in', () => {
  it('records the day, adds the points and notifies the other members', async () => {
    const { owner, friend, mission } = await buildPair();
    const answer = await checkIn(t, friend, mission);
    expect(answer.statusCode).toBe(201);
    const receipt = answer.json();
    expect(receipt).toMatchObject({
      points: 10,
      level: 1,
      streak_days: 1,
      mission_streak_days: 1,
      level_up: false,
      rest_days_used: 0,
    });
    expect(receipt.checkin).toMatchObject({
      type: 'tick',
      points_earned: 10,
      local_day: '2026-11-21',
      user_name: friend.name,
      created_at: NOON,
    });
    const bell = (await t.call(listNotifications, { token: owner.token })).json();
    expect(bell.unread_count).toBe(1);
    expect(bell.notifications[0]).toMatchObject({
      type: 'checkin',
      user_name: friend.name,
      points_earned: 10,
      is_read: false,
      mission_id: mission,
    });
    expect((await t.call(listNotifications, { token: friend.token })).json().unread_count).toBe(0);
    const page = (await t.call(getMission, { token: owner.token, params: { id: mission } })).json();
    expect(page.members.map((m: { user_id: string }) => m.user_id)).toEqual([friend.id, owner.id]);
    expect(page.members[0]).toMatchObject({
      checked_in_today: true,
      checked_in_at: NOON,
      points: 10,
      share_since_joining: 100,
    });
  });

  it('gives 15 points for a text, trims it and removes control characters', async () => {
    const { owner, mission } = await buildPair();
    const content = '  <script>alert(1)</script> & "page 22"\n\nnext line \u0000 ';
    const answer = await checkIn(t, owner, mission, { type: 'text', content });
    expect(answer.json().checkin).toMatchObject({
      points_earned: 15,
      content: '<script>alert(1)</script> & "page 22"\n\nnext line',
    });
    expect((await t.call(me, { token: owner.token })).json()).toMatchObject({ points: 15, level: 1, streak_days: 1 });
  });

  it('accepts multipart', async () => {
    const { owner, mission } = await buildPair();
    const form = ['mission_id', mission, 'type', 'text', 'content', 'By form'];
    const boundary = 'stitch';
    let payload = '';
    for (let i = 0; i < form.length; i += 2)
      payload += `--${boundary}\r\ncontent-disposition: form-data; name="${form[i]}"\r\n\r\n${form[i + 1]}\r\n`;
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/checkins',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `${payload}--${boundary}--\r\n`,
    });
    expect([answer.statusCode, answer.json().checkin?.content]).toEqual([201, 'By form']);
  });

  it('records one of 20 concurrent check-ins for one day and counts its points once', async () => {
    const { owner, friend, mission } = await buildPair();
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkIn(t, owner, mission)));
    expect(answers.filter((a) => a.statusCode === 201)).toHaveLength(1);
    expect(answers.filter((a) => a.json().code === 'already_checked_in')).toHaveLength(19);
    expect((await t.call(me, { token: owner.token })).json()).toMatchObject({ points: 10, streak_days: 1 });
    expect((await t.call(listNotifications, { token: friend.token })).json().unread_count).toBe(1);
    expect((await t.call(listCheckins, { token: friend.token, params: { id: mission } })).json()).toHaveLength(1);
    t.clock.set(new Date('2026-11-22T00:00:00.000Z'));
    expect((await checkIn(t, owner, mission)).json()).toMatchObject({
      points: 20,
      streak_days: 2,
      mission_streak_days: 2,
    });
  });

  it('returns the first check-in for a client_id repeated in sequence and concurrently', async () => {
    const { owner, mission } = await buildPair();
    const client_id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkIn(t, owner, mission, { client_id })));
    expect(new Set(answers.map((a) => a.json().checkin?.id)).size).toBe(1);
    expect(answers.every((a) => a.statusCode === 201)).toBe(true);
    t.clock.advance(3 * DAY);
    expect((await checkIn(t, owner, mission, { client_id })).json().checkin.id).toBe(answers[0]!.json().checkin.id);
    expect((await t.call(me, { token: owner.token })).json().points).toBe(10);
  });

  it('counts an offline check-in for the day it was made, up to 48 hours back', async () => {
    const { owner, mission } = await buildPair();
    t.clock.advance(2 * DAY);
    const ago = (hours: number) => new Date(t.clock.now().getTime() - hours * HOUR).toISOString();
    expect((await checkIn(t, owner, mission, { performed_at: ago(49) })).json()).toMatchObject({
      code: 'checkin_too_old',
      detail: 'This check-in is too old to be recorded',
    });
    expect((await checkIn(t, owner, mission, { performed_at: ago(-1) })).json().code).toBe('checkin_in_future');
    expect((await checkIn(t, owner, mission, { performed_at: ago(30) })).json().checkin.local_day).toBe('2026-11-22');
    expect((await checkIn(t, owner, mission)).json()).toMatchObject({ mission_streak_days: 2, streak_days: 2 });
    expect((await checkIn(t, owner, mission, { performed_at: ago(20) })).json().code).toBe('already_checked_in');
  });

  it("adds an offline check-in of another mission to the user's streak", async () => {
    const { owner, mission } = await buildPair();
    const other = await buildMission(t, owner, { title: 'Walk' });
    await checkIn(t, owner, mission);
    t.clock.advance(2 * DAY);
    expect((await checkIn(t, owner, mission)).json()).toMatchObject({ streak_days: 1, mission_streak_days: 1 });
    const late = await checkIn(t, owner, other, {
      performed_at: new Date(t.clock.now().getTime() - DAY).toISOString(),
    });
    expect(late.json()).toMatchObject({ streak_days: 3, mission_streak_days: 1, checkin: { local_day: '2026-11-22' } });
  });

  it('never yields two check-ins for one day when the zone changes', async () => {
    const { owner, mission } = await buildPair();
    const moveTo = (timezone: string) =>
      t.call(updateProfile, { token: owner.token, body: { name: owner.name, timezone } });
    await checkIn(t, owner, mission);
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Tokyo', 'UTC']) {
      t.clock.advance(1000);
      await moveTo(zone);
      await checkIn(t, owner, mission);
    }
    const feed = (await t.call(listCheckins, { token: owner.token, params: { id: mission } })).json();
    const days = feed.map((c: { local_day: string }) => c.local_day);
    expect(new Set(days).size).toBe(days.length);
    expect(days).toEqual([...days].sort().reverse());
  });

  it('refuses a check-in before the start or after the end, with the reason', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const later = await buildMission(t, owner, { start_date: '2026-11-25', duration_days: 2 });
    expect((await checkIn(t, owner, later)).json()).toMatchObject({
      code: 'mission_not_started',
      detail: 'This mission has not started yet',
    });
    t.clock.set(new Date('2026-11-26T23:59:00.000Z'));
    expect((await checkIn(t, owner, later)).statusCode).toBe(201);
    t.clock.set(new Date('2026-11-27T00:00:01.000Z'));
    expect((await checkIn(t, owner, later)).json()).toMatchObject({
      code: 'mission_ended',
      detail: 'This mission has ended',
    });
  });

  it('gives every member all days of the mission on their own clock', async () => {
    t.clock.set(new Date('2026-11-20T10:00:00.000Z'));
    const owner = await buildUser(t, { timezone: 'Asia/Tokyo' });
    const west = await buildUser(t, { timezone: 'Pacific/Honolulu' });
    const mission = await buildMission(t, owner, { start_date: '2026-11-20', duration_days: 1 });
    await buildMembers(t, owner, mission, [west]);
    t.clock.set(new Date('2026-11-20T20:00:00.000Z'));
    expect((await checkIn(t, owner, mission)).json().code).toBe('mission_ended');
    expect((await checkIn(t, west, mission)).json().checkin.local_day).toBe('2026-11-20');
  });

  it('returns a stranger the same 404 as for an unknown mission, byte for byte', async () => {
    const { mission } = await buildPair();
    const stranger = await buildUser(t);
    const theirs = await checkIn(t, stranger, mission);
    for (const id of [randomUUID(), 'no-id', `${mission}x`, mission.toUpperCase()])
      expect((await checkIn(t, stranger, id)).body).toBe(theirs.body);
    expect([theirs.statusCode, theirs.json().detail]).toEqual([404, 'Mission not found']);
    const list = await t.call(listCheckins, { token: stranger.token, params: { id: mission } });
    expect(list.body).toBe(theirs.body);
  });

  it('refuses an invalid field and ignores fields that only the server may set', async () => {
    const { owner, mission } = await buildPair();
    for (const body of [
      { type: 'nap' },
      { type: 'text', content: 'x'.repeat(2001) },
      { client_id: 'mine' },
      { performed_at: 'yesterday' },
    ]) {
      const answer = await t.call(createCheckin, {
        token: owner.token,
        body: { mission_id: mission, type: 'tick', ...body },
      });
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_input']);
    }
    const created = await checkIn(t, owner, mission, {
      points_earned: 9999,
      local_day: '2020-01-01',
      user_id: randomUUID(),
      created_at: '2020-01-01T00:00:00Z',
    });
    expect(created.json().checkin).toMatchObject({
      points_earned: 10,
      local_day: '2026-11-21',
      user_id: owner.id,
      created_at: NOON,
    });
  });
});

describe('the feed', () => {
  it('returns pages of ten check-ins, newest first', async () => {
    const { owner, mission } = await buildPair();
    for (let i = 0; i < 23; i++) {
      await checkIn(t, owner, mission, { type: 'text', content: `Day ${i + 1}` });
      t.clock.advance(DAY);
    }
    const seen: string[] = [];
    let before: string | undefined;
    for (let page = 0; page < 4; page++) {
      const rows = (
        await t.call(listCheckins, { token: owner.token, params: { id: mission }, query: before ? { before } : {} })
      ).json();
      seen.push(...rows.map((c: { content: string }) => c.content));
      before = rows.at(-1)?.id ?? before;
    }
    expect(seen).toEqual(Array.from({ length: 23 }, (_, i) => `Day ${23 - i}`));
    for (const query of [{ limit: 51 }, { limit: 0 }, { limit: 'many' }, { before: 'x' }])
      expect(
        (
          await t.call(listCheckins, {
            token: owner.token,
            params: { id: mission },
            query: query as Record<string, string>,
          })
        ).statusCode,
      ).toBe(422);
    expect(
      (await t.call(listCheckins, { token: owner.token, params: { id: mission }, query: { limit: 50 } })).json(),
    ).toHaveLength(23);
  });
});
