import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import webPush from 'web-push';
import * as z from 'zod/mini';
import { createPushSubscription } from '#contract/push.ts';
import { saveSettings } from '#contract/settings.ts';
import { webPushSender } from '../../adapters/push/web-push.ts';
import { defineJob } from '../../jobs/job.ts';
import type { Queue } from '../../jobs/queue.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakePushService } from '../../testing/push-server.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { testQueue } from '../../testing/test-queue.ts';
import { pushNotifications } from './jobs.ts';

const pushService = await startFakePushService();
const vapid = webPush.generateVAPIDKeys();
const keys = { public_key: vapid.publicKey, private_key: vapid.privateKey };
const t = await testApp({ push: webPushSender({ keys, subject: 'mailto:a@b.example', agent: pushService.agent }) });
afterAll(() => pushService.close());

/** The job of the previous release, which knows no other name for pushing notifications; and what it took. */
const taken: { actor_id: string; at: string }[] = [];
const formerJob = defineJob({
  name: 'push-notifications',
  schema: z.object({ actor_id: z.string(), at: z.string() }),
  retry: { tries: 5 },
  handle: async (payload) => void taken.push(payload),
});
const former = testQueue({ url: t.database_url, jobs: [formerJob] });
let formerQueue: Queue;

let owner: TestUser;
let mission: string;
let received: () => unknown[];

beforeAll(async () => {
  formerQueue = await former.open();
});
afterAll(() => former.close());
beforeEach(async () => {
  t.clock.set(NOON);
  taken.length = 0;
  owner = await buildUser(t, { name: 'Ana' });
  const friend = await buildUser(t);
  const phone = pushService.newBrowser();
  const body = { endpoint: phone.endpoint, keys: phone.keys, name: 'Phone' };
  await t.call(createPushSubscription, { token: friend.token, body });
  await t.call(saveSettings, { token: friend.token, body: { push_types: ['checkin'], weekly_digest: false } });
  mission = await buildMission(t, owner, { title: 'Swim' });
  await buildMembers(t, owner, mission, [friend]);
  received = () =>
    pushService.received
      .filter((one) => one.endpoint === phone.endpoint)
      .map((one) => JSON.parse(phone.open(one.body)));
});

/** A notification of a check-in as the previous release writes it; answers its id. */
async function insertRow(): Promise<string> {
  const [row] = await t.db.rows<{ id: string }>(
    `insert into notifications (id, user_id, type, mission_id, actor_id, checkin_id, created_at)
     select uuid7($2), mb.user_id, 'checkin', c.mission_id, c.user_id, c.id, $2
     from checkins c join members mb on mb.mission_id = c.mission_id and mb.user_id <> c.user_id
     where c.mission_id = $1 returning id`,
    [mission, t.clock.now()],
  );
  return row!.id;
}
const pushed = () => [
  { title: 'Swim', body: 'Ana checked in', path: `/mission/${mission}`, tag: `checkin-${mission}` },
];

it('This release runs the push jobs that instances of previous releases have enqueued, by ids or by time.', async () => {
  await checkIn(t, owner, mission);
  await t.db.rows(`delete from jobs.job where name = 'push-checkin'`);
  const id = await insertRow();
  await t.db.transact((tx) => tx.enqueue(pushNotifications, { ids: [id] }));
  await t.queue.drain();
  expect(received()).toEqual(pushed());
  await former.db.transact((tx) => tx.enqueue(formerJob, { actor_id: owner.id, at: t.clock.now().toISOString() }));
  await t.queue.drain();
  expect(taken).toEqual([]);
  expect(received()).toEqual([...pushed(), ...pushed()]);
});

it('An instance of the previous release does not take the push job of this one.', async () => {
  await checkIn(t, owner, mission);
  await formerQueue.drain({ ignore_delays: true });
  expect(taken).toEqual([]);
  expect(received()).toEqual([]);
  await t.queue.drain();
  expect(received()).toEqual(pushed());
});
