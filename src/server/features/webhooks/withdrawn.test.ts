import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '#contract/account.ts';
import { clearCheckin, hideCheckin, takeBackCheckin } from '#contract/checkins.ts';
import { deleteComment } from '#contract/comments.ts';
import { removeMember } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { blockUser } from '#contract/safety.ts';
import { redeliverWebhook } from '#contract/webhooks.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { react, say } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook, deliver, deliveriesOf, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';

const t = await testApp({ config: { webhook_allow: ['127.0.0.1'] } });
const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
beforeEach(() => {
  t.clock.set(NOON);
  receiver.setAnswer(503);
});

/** Builds a mission of Ana with Ben, whose receiver fails. Cem has a check-in with a comment and a reaction there. */
async function build() {
  const [ana, ben, cem] = [await buildUser(t), await buildUser(t), await buildUser(t, { name: 'Cem' })];
  const mission = await buildMission(t, ana);
  await buildMembers(t, ana, mission, [ben, cem]);
  const { id: webhook } = await buildWebhook(t, await upgradeToPremium(t, ben), { url: receiver.url });
  const { checkin } = (await checkIn(t, cem, mission, { type: 'text', content: 'Sad words' })).json();
  const comment = (await say(t, cem, checkin.id, { content: 'Sad words too' })).json();
  await react(t, cem, checkin.id);
  await deliver(t);
  const events = async () => (await deliveriesOf(t, ben, webhook)).toSorted((a, b) => a.event.localeCompare(b.event));
  /** Returns states and bodies in the order of the event names: check-in, comment, reaction. */
  const stored = async () => (await events()).map(({ state, body }) => [state, body === '' ? '' : 'words']);
  expect(await stored()).toEqual(Array.from({ length: 3 }, () => ['pending', 'words']));
  /** Returns the events that arrive after the receiver recovers. */
  const received = async () => {
    receiver.setAnswer(204);
    receiver.received.splice(0);
    await deliver(t);
    return receiver.received.map(({ body }) => JSON.parse(body).type).toSorted();
  };
  return {
    ana,
    ben,
    cem,
    mission,
    webhook,
    checkin: checkin.id as string,
    comment: comment.id,
    events,
    stored,
    received,
  };
}
type Built = Awaited<ReturnType<typeof build>>;
const FAILED = ['failed', ''];
const WAITING = ['pending', 'words'];

const calls = {
  takeBack: ({ cem, checkin }: Built) => t.call(takeBackCheckin, { token: cem.token, params: { id: checkin } }),
  clear: ({ cem, checkin }: Built) => t.call(clearCheckin, { token: cem.token, params: { id: checkin } }),
  hide: ({ ana, checkin }: Built) =>
    t.call(hideCheckin, { token: ana.token, params: { id: checkin }, body: { reason: 'Spam' } }),
  removeComment: ({ cem, comment }: Built) => t.call(deleteComment, { token: cem.token, params: { id: comment } }),
  unreact: ({ cem, checkin }: Built) => react(t, cem, checkin),
  deleteAccount: ({ cem }: Built) => t.call(deleteAccount, { token: cem.token, body: { password: cem.password } }),
  block: ({ ben, cem }: Built) => t.call(blockUser, { token: ben.token, params: { id: cem.id } }),
  removeListener: ({ ana, ben, mission }: Built) =>
    t.call(removeMember, { token: ana.token, params: { id: mission, userId: ben.id } }),
  deleteMission: ({ ana, mission }: Built) => t.call(deleteMission, { token: ana.token, params: { id: mission } }),
};

describe('a pending delivery', () => {
  it.each([
    ['takeBack', [FAILED, FAILED, FAILED]],
    ['clear', [FAILED, WAITING, WAITING]],
    ['hide', [FAILED, FAILED, FAILED]],
    ['removeComment', [WAITING, FAILED, WAITING]],
    ['deleteAccount', [FAILED, FAILED, FAILED]],
  ] as const)('is erased immediately and not sent after %s', async (name, left) => {
    const built = await build();
    expect((await calls[name](built)).statusCode).toBeLessThan(300);
    expect(await built.stored()).toEqual(left);
    const names = ['checkin.created', 'comment.created', 'reaction.created'];
    const got = (await built.received()).filter((type) => names.includes(type));
    expect(got).toEqual(names.filter((_, i) => left[i] === WAITING));
  });

  it.each([
    ['unreact', ['checkin.created', 'comment.created']],
    ['block', []],
    ['removeListener', ['member.left']],
    ['deleteMission', []],
  ] as const)('is given up by the next attempt after %s', async (name, sent) => {
    const built = await build();
    expect((await calls[name](built)).statusCode).toBeLessThan(300);
    expect(await built.received()).toEqual(sent);
    const dropped = (await built.events()).filter(({ event }) => !(sent as readonly string[]).includes(event));
    for (const { state, body } of dropped) expect([state, body]).toEqual(FAILED);
  });
});

it('a pending delivery is erased after a block even if its user is suspended', async () => {
  const built = await build();
  await calls.block(built);
  await t.db.rows('update users set suspended_at = created_at where id = $1', [built.ben.id]);
  expect(await built.received()).toEqual([]);
  await t.db.rows('update users set suspended_at = null where id = $1', [built.ben.id]);
  expect(await built.stored()).toEqual([FAILED, FAILED, FAILED]);
});

it('a sent delivery is erased after a removal and not sent again', async () => {
  const built = await build();
  expect(await built.received()).toHaveLength(3);
  await calls.clear(built);
  const [first] = await built.events();
  expect(first).toMatchObject({ event: 'checkin.created', state: 'delivered', body: '' });
  await calls.block(built);
  receiver.received.splice(0);
  for (const { id: deliveryId } of await built.events()) {
    const params = { id: built.webhook, deliveryId };
    expect((await t.call(redeliverWebhook, { token: built.ben.token, params })).statusCode).toBeLessThan(300);
  }
  await deliver(t);
  expect(receiver.received).toEqual([]);
  for (const { state, body } of await built.events()) expect([state, body]).toEqual(FAILED);
});

it('a delivery about a hidden check-in still goes to its author', async () => {
  const ana = await buildUser(t);
  const cem: TestUser = await upgradeToPremium(t, await buildUser(t));
  const mission = await buildMission(t, ana);
  await buildMembers(t, ana, mission, [cem]);
  await buildWebhook(t, cem, { url: receiver.url });
  const { checkin } = (await checkIn(t, cem, mission)).json();
  await deliver(t);
  await t.call(hideCheckin, { token: ana.token, params: { id: checkin.id }, body: { reason: 'Spam' } });
  receiver.setAnswer(204);
  receiver.received.splice(0);
  await deliver(t);
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['checkin.created']);
});
