import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { leaveMission, nudgeMember } from '#contract/members.ts';
import { getMission, muteMission } from '#contract/missions.ts';
import { listNotifications, markAllRead, markRead, type Notification } from '#contract/notifications.ts';
import { createPushSubscription } from '#contract/push.ts';
import { saveSettings } from '#contract/settings.ts';
import { webPushSender } from '#platform/push/web-push.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildComment, react } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { openReader } from '../../testing/live-reader.ts';
import { startFakePushService } from '../../testing/push-server.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const fake = await startFakePushService();
const vapid = webPush.generateVAPIDKeys();
const keys = { public_key: vapid.publicKey, private_key: vapid.privateKey };
const t = await testApp({ push: webPushSender({ keys, subject: 'mailto:a@b.example', agent: fake.agent }) });
afterAll(() => fake.close());
beforeEach(() => t.clock.set(NOON));

interface Bell {
  notifications: Notification[];
  unread_count: number;
  badge_count: number;
}
const fetchBell = async ({ token }: TestUser): Promise<Bell> => (await t.call(listNotifications, { token })).json();
/** The types in the bell, and its two counts. */
async function summary(person: TestUser) {
  const { notifications, unread_count, badge_count } = await fetchBell(person);
  return [notifications.map(({ type }) => type).sort(), unread_count, badge_count];
}
const mute = (token: string | undefined, id: string, muted: unknown = true) =>
  t.call(muteMission, { token, params: { id }, body: { muted } });
const nudge = (from: TestUser, to: TestUser, id: string) =>
  t.call(nudgeMember, { token: from.token, params: { id, userId: to.id } });

async function buildPair() {
  const [ana, ben] = [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Ben' })];
  const mission = await buildMission(t, ana, { title: 'Swim' });
  await buildMembers(t, ana, mission, [ben]);
  return { ana, ben, mission };
}

describe('muting a mission', () => {
  it('is visible only to the member, and updates their open screens', async () => {
    const { ana, ben, mission } = await buildPair();
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => t.app.listeningOrigin);
    const [own, other] = [await openReader(url, ana.token), await openReader(url, ben.token)];
    // Earlier hints can still be on the way. They stay in order, so all of them arrive before this one.
    const mark = crypto.randomUUID();
    t.live.hint({ user_ids: [ana.id, ben.id], mission_id: mark }, 'dashboard');
    for (const reader of [own, other]) {
      await reader.find((event) => event.kind === 'dashboard' && event.mission_id === mark);
      reader.forget();
    }
    const isMuted = async ({ token }: TestUser) =>
      (await t.call(getMission, { token, params: { id: mission } })).json().muted;
    for (const muted of [true, true, false, true]) {
      expect((await mute(ana.token, mission, muted)).json()).toEqual({ muted });
      expect([await isMuted(ana), await isMuted(ben)]).toEqual([muted, false]);
    }
    await own.find((event) => event.kind === 'mission' && event.mission_id === mission);
    await own.find(({ kind }) => kind === 'notifications');
    expect(other.events).toEqual([]);
    own.close();
    other.close();
  });

  it('hides and does not count its check-ins, but keeps notifications about the member', async () => {
    const { ana, ben, mission } = await buildPair();
    const loud = await buildMission(t, ana);
    await buildMembers(t, ana, loud, [ben]);
    const { checkin: own } = (await checkIn(t, ana, mission)).json();
    await mute(ana.token, mission);
    const { checkin: hushed } = (await checkIn(t, ben, mission)).json();
    await checkIn(t, ben, loud);
    expect(await summary(ana)).toEqual([['checkin'], 1, 0]);
    expect((await t.call(markRead, { token: ana.token, params: { id: hushed.id } })).statusCode).toBe(404);
    await react(t, ben, own.id);
    await buildComment(t, ben, own.id, 'Well swum');
    expect(await summary(ana)).toEqual([['checkin', 'comment', 'reaction'], 3, 2]);
    await mute(ana.token, mission, false);
    expect(await summary(ana)).toEqual([['checkin', 'checkin', 'comment', 'reaction'], 4, 2]);
  });

  it('stops all push messages of this mission only', async () => {
    const { ana, ben, mission } = await buildPair();
    const loud = await buildMission(t, ana, { title: 'Read' });
    await buildMembers(t, ana, loud, [ben]);
    const phone = fake.newBrowser();
    const body = { endpoint: phone.endpoint, keys: phone.keys, name: 'Phone' };
    await t.call(createPushSubscription, { token: ana.token, body });
    const settings = { push_types: ['checkin', 'nudge'], weekly_digest: false };
    await t.call(saveSettings, { token: ana.token, body: settings });
    await mute(ana.token, mission);
    for (const id of [mission, loud]) {
      await nudge(ben, ana, id);
      await checkIn(t, ben, id);
    }
    await t.queue.drain();
    const titles = fake.received
      .filter(({ endpoint }) => endpoint === phone.endpoint)
      .map((one) => JSON.parse(phone.open(one.body)).title);
    expect(titles).toEqual(['Read', 'Read']);
  });

  it('stops a push message that is already queued', async () => {
    const { ana, ben, mission } = await buildPair();
    const phone = fake.newBrowser();
    const body = { endpoint: phone.endpoint, keys: phone.keys, name: 'Phone' };
    await t.call(createPushSubscription, { token: ana.token, body });
    await t.call(saveSettings, { token: ana.token, body: { push_types: ['checkin'], weekly_digest: false } });
    await checkIn(t, ben, mission);
    await mute(ana.token, mission);
    await t.queue.drain();
    expect(fake.received.filter(({ endpoint }) => endpoint === phone.endpoint)).toEqual([]);
  });

  it("succeeds during concurrent check-ins, the member's own included", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => buildUser(t)));
    const [owner, ...others] = people as [TestUser, ...TestUser[]];
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, others);
    const answers = await Promise.all([
      ...people.map((person) => checkIn(t, person, mission)),
      ...people.map(({ token }) => mute(token, mission)),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...people.map(() => 200),
      ...people.map(() => 201),
    ]);
    for (const person of people) expect(await summary(person)).toEqual([[], 0, 0]);
    const rows = await t.db.rows('select from members where mission_id = $1 and muted and checkins_count = 1', [
      mission,
    ]);
    expect(rows).toHaveLength(8);
  });

  it.each([{ muted: 'yes' }, { muted: null }, {}])('refuses the body %j', async (body) => {
    const { ana, mission } = await buildPair();
    const answer = await t.call(muteMission, { token: ana.token, params: { id: mission }, body });
    expect(answer.statusCode).toBe(422);
    const sentence = 'Please say whether to mute it';
    const message = 'muted' in body ? sentence : 'muted is required';
    expect(answer.json()).toMatchObject({ detail: sentence, errors: [{ path: 'muted', message }] });
  });

  it('gives strangers and former members the 404 of an unknown ID', async () => {
    const { ben, mission } = await buildPair();
    const stranger = await buildUser(t);
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    for (const [token, id] of [
      [stranger.token, mission],
      [ben.token, mission],
      [stranger.token, crypto.randomUUID()],
      [stranger.token, 'x'],
    ] as const)
      expect((await mute(token, id)).json()).toMatchObject({ code: 'mission_not_found', detail: 'Mission not found' });
    expect((await mute(undefined, mission)).statusCode).toBe(401);
  });
});

describe('the badge of the bell', () => {
  it('counts unread notifications about the user, not check-ins of others', async () => {
    const { ana, ben, mission } = await buildPair();
    await checkIn(t, ben, mission);
    await nudge(ben, ana, mission);
    expect(await summary(ana)).toEqual([['checkin', 'nudge'], 2, 1]);
    const { notifications } = await fetchBell(ana);
    const id = notifications.find(({ type }) => type === 'nudge')!.id;
    await t.call(markRead, { token: ana.token, params: { id } });
    expect(await summary(ana)).toEqual([['checkin', 'nudge'], 1, 0]);
    await nudge(ana, ben, mission);
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    expect(await summary(ben)).toEqual([[], 0, 0]);
    await t.call(markAllRead, { token: ana.token });
    expect(await summary(ana)).toEqual([['checkin', 'nudge'], 0, 0]);
  });
});
