import { afterAll, beforeEach, expect, it } from 'vitest';
import webPush from 'web-push';
import { hideCheckin } from '#contract/checkins.ts';
import { leaveMission, nudgeMember } from '#contract/members.ts';
import { listNotifications, markAllRead, markRead } from '#contract/notifications.ts';
import { createPushSubscription } from '#contract/push.ts';
import { saveSettings } from '#contract/settings.ts';
import { Id } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { images } from '#platform/images/images.ts';
import { webPushSender } from '#platform/push/web-push.ts';
import { drawSharePicture } from '#server/pictures/draw.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing } from '../../testing/factories/photos.ts';
import { buildComment, react } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakePushService } from '../../testing/push-server.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const fake = await startFakePushService();
const vapid = webPush.generateVAPIDKeys();
const keys = { public_key: vapid.publicKey, private_key: vapid.privateKey };
const pictures = images(drawSharePicture);
/** Runs while a picture is made. */
let meanwhile = async () => {};
const t = await testApp({
  push: webPushSender({ keys, subject: 'mailto:a@b.example', agent: fake.agent }),
  images: {
    ...pictures,
    makeWebp: async (path, variants) => {
      await meanwhile();
      return pictures.makeWebp(path, variants);
    },
  },
});
beforeEach(() => {
  t.clock.set(NOON);
  meanwhile = async () => {};
});
afterAll(async () => {
  await fake.close();
  await pictures.close();
});

/** A person with a phone who wants messages of these types. */
async function buildSubscriber(push_types: string[]) {
  const person = await buildUser(t);
  const phone = fake.newBrowser();
  const body = { endpoint: phone.endpoint, keys: phone.keys, name: 'Phone' };
  await t.call(createPushSubscription, { token: person.token, body });
  await t.call(saveSettings, { token: person.token, body: { push_types, weekly_digest: false } });
  const received = () =>
    fake.received.filter((one) => one.endpoint === phone.endpoint).map((one) => JSON.parse(phone.open(one.body)));
  return { person, received };
}

async function buildTeam(...people: TestUser[]) {
  const owner = await buildUser(t, { name: 'Ana' });
  const mission = await buildMission(t, owner, { title: 'Swim' });
  await buildMembers(t, owner, mission, people);
  return { owner, mission };
}
const countJobs = async () =>
  (
    await t.db.rows(
      `select from jobs where name in ('push-checkin', 'push-notifications-by-id', 'send-push') and state = 'waiting'`,
    )
  ).length;

/** Inserts a notification within a transaction, like any statement could; returns its ID. */
async function insertNotification(tx: Tx, type: string, to: TestUser, mission: string, actor: TestUser) {
  return onlyValue(
    tx,
    Id,
    `insert into notifications (id, user_id, type, mission_id, actor_id, created_at)
     values (uuid7($5), $1, $2, $3, $4, $5) returning id`,
    [to.id, type, mission, actor.id, t.clock.now()],
  );
}

it('sends a push message of a check-in to members who want it', async () => {
  const [ben, cleo] = [await buildSubscriber(['checkin']), await buildSubscriber(['comment'])];
  const { owner, mission } = await buildTeam(ben.person, cleo.person);
  expect((await checkIn(t, owner, mission)).statusCode).toBe(201);
  await t.queue.drain();
  expect(ben.received()).toEqual([
    {
      title: 'Swim',
      body: 'Ana checked in',
      path: `/mission/${mission}`,
      tag: `checkin-${mission}`,
      lang: 'en',
      dir: 'ltr',
    },
  ]);
  expect(cleo.received()).toEqual([]);
});

it('queues no push job if no one wants the message or the check-in is refused', async () => {
  const ben = await buildSubscriber([]);
  const { owner, mission } = await buildTeam(ben.person);
  await checkIn(t, owner, mission);
  expect(await countJobs()).toBe(0);
  await t.call(saveSettings, { token: ben.person.token, body: { push_types: ['checkin'], weekly_digest: false } });
  expect((await checkIn(t, owner, mission)).statusCode).toBe(400);
  expect(await countJobs()).toBe(0);
});

it('queues one push job per check-in, whatever the audience, and none for a lone author', async () => {
  const people = await Promise.all([1, 2, 3].map(() => buildSubscriber(['checkin'])));
  const [ben] = people;
  const { owner, mission } = await buildTeam(...people.map(({ person }) => person));
  await checkIn(t, owner, mission);
  expect(await countJobs()).toBe(1);
  await t.queue.drain();
  expect(people.map(({ received }) => received().length)).toEqual([1, 1, 1]);
  const alone = await buildMission(t, ben!.person);
  await checkIn(t, ben!.person, alone);
  expect(await countJobs()).toBe(0);
});

it('queues no push job for a member without a device', async () => {
  const person = await buildUser(t);
  await t.call(saveSettings, { token: person.token, body: { push_types: ['checkin'], weekly_digest: false } });
  const { owner, mission } = await buildTeam(person);
  await checkIn(t, owner, mission);
  expect(await countJobs()).toBe(0);
});

it('sends only the owner a check-in that is hidden before its push job runs', async () => {
  const [ben, cleo] = [await buildSubscriber(['checkin']), await buildSubscriber(['checkin'])];
  const mission = await buildMission(t, ben.person);
  const ana = await buildUser(t);
  await buildMembers(t, ben.person, mission, [ana, cleo.person]);
  const { checkin } = (await checkIn(t, ana, mission)).json();
  await t.call(hideCheckin, { token: ben.person.token, params: { id: checkin.id }, body: { reason: 'Not here' } });
  await t.queue.drain();
  expect([ben.received().length, cleo.received().length]).toEqual([1, 0]);
});

it('sends nothing to a former member, a user who blocked the sender, or one who read it', async () => {
  const people = await Promise.all(
    ['left', 'blocked', 'read', 'read all', 'here'].map(() => buildSubscriber(['checkin'])),
  );
  const [left, blocked, read, readAll] = people;
  const { owner, mission } = await buildTeam(...people.map(({ person }) => person));
  await t.db.rows('insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, $3)', [
    blocked!.person.id,
    owner.id,
    NOON,
  ]);
  const { checkin } = (await checkIn(t, owner, mission)).json();
  await t.call(leaveMission, { token: left!.person.token, params: { id: mission } });
  await t.call(markRead, { token: read!.person.token, params: { id: checkin.id } });
  await t.call(markAllRead, { token: readAll!.person.token });
  await t.queue.drain();
  expect(people.map(({ received }) => received().length)).toEqual([0, 0, 0, 0, 1]);
});

it('pushes a photo although the bell was opened during processing, for the day it was sent', async () => {
  const ben = await buildSubscriber(['checkin']);
  const { owner, mission } = await buildTeam(ben.person);
  t.clock.set('2026-11-21T23:59:58.000Z');
  meanwhile = async () => {
    t.clock.advance(10_000);
    expect((await t.call(markAllRead, { token: ben.person.token })).statusCode).toBe(204);
    t.clock.advance(10_000);
  };
  const answer = await checkInWithPhoto(t, owner, mission, await drawing(64, 64).png().toBuffer());
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json().checkin).toMatchObject({
    local_day: '2026-11-21',
    performed_at: '2026-11-21T23:59:58.000Z',
    created_at: '2026-11-22T00:00:18.000Z',
  });
  const bell = (await t.call(listNotifications, { token: ben.person.token })).json();
  expect(bell).toMatchObject({ unread_count: 1, notifications: [{ is_read: false }] });
  await t.queue.drain();
  expect(ben.received()).toHaveLength(1);
});

it('opens the form for a nudge, and the subject of a reaction, comment or mention', async () => {
  const ben = await buildSubscriber(['nudge', 'reaction', 'comment', 'mention']);
  const { owner, mission } = await buildTeam(ben.person);
  const nudge = { token: owner.token, params: { id: mission, userId: ben.person.id } };
  expect((await t.call(nudgeMember, nudge)).statusCode).toBe(204);
  const { id } = (await checkIn(t, ben.person, mission)).json().checkin;
  await react(t, owner, id);
  const comment = await buildComment(t, owner, id, 'Well swum');
  const mention = await buildComment(t, owner, id, `@${ben.person.name} once more?`, { mentions: [ben.person.id] });
  await t.queue.drain();
  const shown = ben.received().map(({ title, body, path }) => ({ title, body, path }));
  const page = `/mission/${mission}`;
  expect(new Set(shown)).toEqual(
    new Set([
      { title: 'Swim', body: 'Ana nudged you. You can still check in today.', path: `${page}#checkin` },
      { title: 'Swim', body: 'Ana reacted to your check-in', path: `${page}#checkin-${id}` },
      { title: 'Swim', body: 'Ana commented on your check-in', path: `${page}#checkin-${id}-comment-${comment.id}` },
      { title: 'Swim', body: 'Ana mentioned you', path: `${page}#checkin-${id}-comment-${mention.id}` },
    ]),
  );
});

it('sends nothing if the transaction of the notification rolls back', async () => {
  const ben = await buildSubscriber(['nudge']);
  const { owner, mission } = await buildTeam(ben.person);
  const failing = t.db.transact(async (tx) => {
    await tx.notify([await insertNotification(tx, 'nudge', ben.person, mission, owner)]);
    throw new Error('no commit');
  });
  await expect(failing).rejects.toThrow('no commit');
  await t.queue.drain();
  expect(ben.received()).toEqual([]);
});
