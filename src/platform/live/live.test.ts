import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteAccount } from '#contract/account.ts';
import { endSession, listSessions, login, logout } from '#contract/auth.ts';
import { updateCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { acceptInvitation, withdrawInvitation } from '#contract/invitations.ts';
import type { Hint } from '#contract/live.ts';
import { leaveMission, removeMember } from '#contract/members.ts';
import { deleteMission, updateMission } from '#contract/missions.ts';
import { markAllRead } from '#contract/notifications.ts';
import { updateProfile, uploadAvatar } from '#contract/profile.ts';
import { blockUser, unblockUser } from '#contract/safety.ts';
import { buildApiToken } from '#server/testing/factories/api-tokens.ts';
import { buildInvitation } from '#server/testing/factories/invitations.ts';
import { buildMembers, buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { buildUser, type TestUser } from '#server/testing/factories/users.ts';
import { type LiveEvent, type LiveReader, openReader } from '#server/testing/live-reader.ts';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const PIXEL = { create: { width: 8, height: 8, channels: 3, background: '#8a4f5c' } } as const;
const readers: LiveReader[] = [];
let url = '';

beforeAll(async () => {
  url = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => {
  for (const reader of readers) reader.close();
});

async function listen(person: TestUser): Promise<LiveReader> {
  const reader = await openReader(url, person.token);
  expect(reader.status).toBe(200);
  readers.push(reader);
  // The setup's hints might still be in flight.
  await settle(reader, person);
  reader.forget();
  return reader;
}

const is =
  (kind: LiveEvent['kind'], about: Partial<Hint> = {}) =>
  (event: LiveEvent) =>
    event.kind === kind && Object.entries(about).every(([key, value]) => (event as Hint)[key as keyof Hint] === value);

/** Waits until all earlier hints have arrived, because hints keep their order. */
async function settle(reader: LiveReader, person: TestUser): Promise<void> {
  const mark = crypto.randomUUID();
  t.live.hint({ user_ids: [person.id], mission_id: mark }, 'dashboard');
  await reader.find(is('dashboard', { mission_id: mark }));
}

async function buildTeam() {
  const [owner, friend, stranger] = [await buildUser(t), await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, stranger, mission };
}

describe('the live stream', () => {
  it('needs a session and is never cached', async () => {
    const { owner } = await buildTeam();
    for (const token of [undefined, 'x'.repeat(43)]) expect((await openReader(url, token)).status).toBe(401);
    const { headers } = await listen(owner);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
  });

  it('sends a heartbeat after 20 s of silence', async () => {
    const { owner } = await buildTeam();
    const reader = await listen(owner);
    await settle(reader, owner);
    t.clock.advance(19 * SECOND);
    await t.live.tick();
    await settle(reader, owner);
    expect(reader.beats()).toBe(0);
    t.clock.advance(20 * SECOND);
    await t.live.tick();
    await settle(reader, owner);
    expect(reader.beats()).toBe(1);
  });

  it('ends within 15 minutes and asks the client to reconnect', async () => {
    const { owner } = await buildTeam();
    const reader = await listen(owner);
    t.clock.advance(11 * MINUTE);
    await t.live.tick();
    await settle(reader, owner);
    t.clock.advance(4 * MINUTE);
    await t.live.tick();
    await reader.ended();
    expect(reader.events.at(-1)).toEqual({ kind: 'goodbye', reconnect: true });
  });

  it("closes a user's oldest stream when the sixth opens", async () => {
    const { owner, friend } = await buildTeam();
    const other = await listen(friend);
    const open: LiveReader[] = [];
    for (let at = 0; at < 6; at++) open.push(await listen(owner));
    await open[0]!.ended();
    expect(open[0]!.events.at(-1)).toEqual({ kind: 'goodbye', reconnect: false });
    for (const reader of open.slice(1)) await settle(reader, owner);
    await settle(other, friend);
  });

  it.each([
    ['logging out', (p: TestUser) => t.call(logout, { token: p.token })],
    ['ending it elsewhere', (p: TestUser) => endFromElsewhere(p)],
    ['a new password', (p: TestUser) => t.db.rows('delete from sessions where user_id = $1', [p.id])],
    [
      '90 days',
      (p: TestUser) =>
        t.db.rows("update sessions set created_at = created_at - interval '90 days' where user_id = $1", [p.id]),
    ],
  ])('ends within 30 s of its session: %s', async (_, end) => {
    const { owner, friend } = await buildTeam();
    const reader = await listen(owner);
    const other = await listen(friend);
    await end(owner);
    t.clock.advance(15 * SECOND);
    await t.live.tick();
    await reader.ended();
    await settle(other, friend);
    expect((await openReader(url, owner.token)).status).toBe(401);
  });

  it('disconnects a reader that does not read', async () => {
    const { owner, friend } = await buildTeam();
    const slow = await listen(owner);
    const other = await listen(friend);
    slow.pause();
    const before = t.live.count();
    // The buffers of both sockets add to the 256 KiB.
    for (let sent = 0; t.live.count() === before && sent < 400; sent++) {
      for (let at = 0; at < 500; at++)
        t.live.hint({ user_ids: [owner.id], mission_id: crypto.randomUUID() }, 'feed', 'checkin', 'mission');
      await settle(other, friend);
    }
    expect(t.live.count()).toBe(before - 1);
  });

  it.each([
    ['a session', async () => (await buildUser(t)).token],
    ['an API token', async () => (await buildApiToken(t, await buildUser(t), 'read')).token],
  ])('keeps no stream of %s if the client hung up during sign-in', async (_, buildToken) => {
    const token = await buildToken();
    const before = t.live.count();
    for (let count = 0; count < 30; count++) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const arrived = once(t.app.server, 'request');
      const answered = once(socket, 'close');
      socket.write(`GET /api/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
      await arrived;
      socket.resetAndDestroy();
      await answered;
    }
    // Later than the streams, because the same statement signs this call in.
    expect((await t.call(getDashboard, { token })).statusCode).toBe(200);
    await wait(500);
    expect(t.live.count()).toBe(before);
  });

  it('opens no stream for HEAD', async () => {
    const { token } = await buildUser(t);
    const before = t.live.count();
    const answer = await fetch(`${url}/api/live`, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
    expect(t.live.count()).toBe(before);
  });

  it('leaves nothing behind after 200 short streams', async () => {
    const { owner, friend } = await buildTeam();
    const other = await listen(friend);
    const before = t.live.count();
    for (let at = 0; at < 200; at++) {
      const reader = await openReader(url, owner.token);
      reader.close();
    }
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`GET /api/live HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${owner.token}\r\n`, () =>
      socket.destroy(),
    );
    await expect.poll(() => t.live.count()).toBe(before);
    await settle(other, friend);
  });
});

async function endFromElsewhere(person: TestUser) {
  const answer = await t.call(login, { body: { email: person.email, password: person.password } });
  const token: string = answer.json().access_token;
  const sessions: { id: string; current: boolean }[] = (await t.call(listSessions, { token })).json();
  for (const { id, current } of sessions) if (!current) await t.call(endSession, { token, params: { id } });
}

describe('hints', () => {
  it("go to all members' screens, and to nobody else, after a check-in", async () => {
    const { owner, friend, stranger, mission } = await buildTeam();
    const [own, theirs, second, outside] = await Promise.all([owner, friend, friend, stranger].map(listen));
    const { id } = (await checkIn(t, friend, mission)).json().checkin;
    const about = { mission_id: mission, checkin_id: id };
    for (const reader of [own!, theirs!, second!]) {
      expect(await reader.find(is('feed', about))).toEqual({ kind: 'feed', ...about });
      await reader.find(is('notifications', about));
    }
    await settle(outside!, stranger);
    expect(outside!.events).toHaveLength(1);
  });

  it('include the ID of an edited check-in', async () => {
    const { owner, friend, mission } = await buildTeam();
    const { id } = (await checkIn(t, friend, mission)).json().checkin;
    const reader = await listen(owner);
    const body = { type: 'text', content: 'Page 22.' };
    expect((await t.call(updateCheckin, { token: friend.token, params: { id }, body })).statusCode).toBe(200);
    await reader.find(is('checkin', { mission_id: mission, checkin_id: id }));
    // The type changes points and ranks.
    await reader.find(is('feed', { mission_id: mission }));
  });

  it('are sent only after a commit', async () => {
    const { owner, mission } = await buildTeam();
    const reader = await listen(owner);
    await checkIn(t, owner, mission);
    await reader.find(is('feed'));
    expect((await checkIn(t, owner, mission)).statusCode).toBe(400);
    await settle(reader, owner);
    expect(reader.events.filter(is('feed'))).toHaveLength(1);
  });

  it('tell a former member about leaving or removal, then nothing of the mission', async () => {
    const { owner, friend, stranger, mission } = await buildTeam();
    await buildMembers(t, owner, mission, [stranger]);
    const [left, removed] = [await listen(friend), await listen(stranger)];
    expect((await t.call(leaveMission, { token: friend.token, params: { id: mission } })).statusCode).toBe(204);
    const params = { id: mission, userId: stranger.id };
    expect((await t.call(removeMember, { token: owner.token, params })).statusCode).toBe(204);
    for (const [reader, person] of [
      [left, friend],
      [removed, stranger],
    ] as const) {
      await reader.find(is('mission', { mission_id: mission }));
      await settle(reader, person);
      const before = reader.events.length;
      await checkIn(t, owner, mission);
      t.live.hint({ mission_id: mission }, 'feed', 'mission');
      await settle(reader, person);
      expect(reader.events.slice(before)).toEqual([expect.objectContaining({ kind: 'dashboard' })]);
    }
  });

  it('follow joining, editing, completing, deleting and reading notifications', async () => {
    const { owner, friend, stranger, mission } = await buildTeam();
    let [reader, invited] = [await listen(friend), await listen(stranger)];
    const expectNext = async (act: () => Promise<unknown>, ...kinds: Hint['kind'][]) => {
      await settle(reader, friend);
      const before = reader.events.length;
      await act();
      await settle(reader, friend);
      const hints = reader.events.slice(before, -1) as Hint[];
      expect(new Set(hints.map((hint) => hint.kind))).toEqual(new Set(kinds));
      expect(hints.every((hint) => hint.mission_id === undefined || hint.mission_id === mission)).toBe(true);
    };
    await expectNext(() => t.call(markAllRead, { token: friend.token }), 'notifications');
    await expectNext(() => buildMembers(t, owner, mission, [stranger]), 'mission');
    const body = { title: 'Other', description: '<p>a</p>', goal: 'b', duration_days: 2, start_date: '2026-11-21' };
    await expectNext(() => t.call(updateMission, { token: owner.token, params: { id: mission }, body }), 'mission');
    t.clock.set('2026-11-25T12:00:00Z');
    // Streams end after 15 minutes.
    [reader, invited] = [await listen(friend), await listen(stranger)];
    await expectNext(() => t.call(completeMission, { token: owner.token, params: { id: mission } }), 'mission');
    const remove = () => t.call(deleteMission, { token: owner.token, params: { id: mission } });
    await expectNext(remove, 'mission', 'notifications', 'invitations');
    await invited.find(is('invitations'));
  });

  it('reach the invited person and the owner of an invitation', async () => {
    const { owner, friend, stranger, mission } = await buildTeam();
    const [host, invited, member] = await Promise.all([owner, stranger, friend].map(listen));
    const sent = await buildInvitation(t, owner, mission, stranger.email);
    await invited!.find(is('invitations'));
    await host!.find(is('invitations'));
    await t.call(withdrawInvitation, { token: owner.token, params: { id: sent.public_id } });
    await expect.poll(() => invited!.events.filter(is('invitations')).length).toBe(2);
    const again = await buildInvitation(t, owner, mission, stranger.email);
    await settle(member!, friend);
    expect(member!.events.filter(is('mission'))).toHaveLength(0);
    await t.call(acceptInvitation, { token: stranger.token, params: { id: again.id } });
    await member!.find(is('mission', { mission_id: mission }));
    await invited!.find(is('mission', { mission_id: mission }));
    await settle(member!, friend);
    expect(member!.events.filter(is('invitations'))).toHaveLength(0);
  });

  it("reach the users who see a changed name, picture or zone, and the user's own screens", async () => {
    const { owner, friend, stranger, mission } = await buildTeam();
    const [own, theirs, outside] = await Promise.all([friend, owner, stranger].map(listen));
    const save = (body: object) => t.call(updateProfile, { token: friend.token, body });
    const profile = { name: 'Other Name', bio: '', location: '', timezone: 'UTC' };
    await save(profile);
    await theirs!.find(is('people', { mission_id: mission }));
    await own!.find(is('everything'));

    theirs!.forget();
    own!.forget();
    await save({ ...profile, bio: 'Reads at night.' });
    await own!.find(is('everything'));
    await settle(theirs!, owner);
    expect(theirs!.events.filter(is('people'))).toEqual([]);

    await save({ ...profile, timezone: 'Pacific/Auckland' });
    await theirs!.find(is('people', { mission_id: mission }));
    theirs!.forget();
    // A former member is still named in the feed.
    await t.call(leaveMission, { token: friend.token, params: { id: mission } });
    const form = new FormData();
    form.append('avatar', new Blob([new Uint8Array(await sharp(PIXEL).png().toBuffer())]), 'me.png');
    const headers = { authorization: `Bearer ${friend.token}` };
    const sent = await fetch(`${url}${uploadAvatar.path}`, { method: 'POST', headers, body: form });
    expect(sent.status).toBe(200);
    await theirs!.find(is('people', { mission_id: mission }));
    await settle(outside!, stranger);
    expect(outside!.events).toHaveLength(1);
  });

  it("reach only the user's own screens after a block", async () => {
    const { owner, friend, mission } = await buildTeam();
    const [own, theirs] = [await listen(owner), await listen(friend)];
    for (const call of [blockUser, unblockUser]) {
      await t.call(call, { token: owner.token, params: { id: friend.id } });
      await own.find(is('everything'));
      own.forget();
    }
    await settle(theirs, friend);
    expect(theirs.events.filter((event) => event.kind !== 'dashboard')).toEqual([]);
    expect((await t.call(blockUser, { token: owner.token, params: { id: mission } })).statusCode).toBe(404);
    await settle(own, owner);
    expect(own.events.filter(is('everything'))).toEqual([]);
  });

  it('reach the missions and invited people of a deleted account', async () => {
    const { owner, friend, stranger, mission } = await buildTeam();
    const alone = await buildMission(t, friend);
    await buildInvitation(t, friend, alone, stranger.email);
    const [theirs, invited] = [await listen(owner), await listen(stranger)];
    const body = { password: friend.password };
    expect((await t.call(deleteAccount, { token: friend.token, body })).statusCode).toBe(204);
    await theirs.find(is('people', { mission_id: mission }));
    await invited.find(is('invitations'));
  });

  it('reach 500 people in one call', async () => {
    const { owner } = await buildTeam();
    const reader = await listen(owner);
    const others = Array.from({ length: 499 }, () => crypto.randomUUID());
    t.live.hint({ user_ids: [...others, owner.id], mission_id: others[0]! }, 'mission');
    await reader.find(is('mission', { mission_id: others[0]! }));
  });
});
