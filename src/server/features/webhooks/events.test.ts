import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { hideCheckin, takeBackCheckin, updateCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { leaveMission, nudgeMember, removeMember } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { blockUser } from '#contract/safety.ts';
import { WEBHOOK_BODIES, WEBHOOK_DATA } from '#contract/webhooks-events.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { react, say } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook, deliver, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';

const t = await testApp({ config: { webhook_allow: ['127.0.0.1'] } });
const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
beforeEach(() => {
  t.clock.set(NOON);
  receiver.received.splice(0);
});

interface Got {
  id: string;
  type: WebhookEvent;
  timestamp: string;
  data: Record<string, unknown>;
}

/** Returns what a person received since the last call, checked against the contract. */
async function received(person: TestUser): Promise<Got[]> {
  await deliver(t);
  const own = receiver.received.filter(({ path }) => path === `/${person.id}`);
  receiver.received.splice(0, receiver.received.length, ...receiver.received.filter((one) => !own.includes(one)));
  return own.map(({ body, headers }) => {
    const got = JSON.parse(body) as Got;
    expect(headers['webhook-id']).toBe(got.id);
    expect(z.parse(WEBHOOK_BODIES[got.type], got), got.type).toEqual(got);
    return got;
  });
}
const typesOf = async (person: TestUser) => (await received(person)).map(({ type }) => type);
const listen = async (person: TestUser, body: Record<string, unknown> = {}) => {
  await upgradeToPremium(t, person);
  return buildWebhook(t, person, { url: `http://127.0.0.1:${receiver.port}/${person.id}`, ...body });
};

/** Builds a mission of Ana with Ben; both listen to every event. */
async function buildPair(body: Record<string, unknown> = {}) {
  const [ana, ben] = [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Ben' })];
  const mission = await buildMission(t, ana, { title: 'Run 30', ...body });
  await buildMembers(t, ana, mission, [ben]);
  await Promise.all([listen(ana), listen(ben)]);
  return { ana, ben, mission, about: { mission: { id: mission, title: 'Run 30' } } };
}

describe('webhook events', () => {
  it('report a new and an undone check-in once to every member, with one ID', async () => {
    const { ana, ben, mission, about } = await buildPair();
    const client_id = randomUUID();
    const { checkin } = (await checkIn(t, ben, mission, { type: 'text', content: 'Five km', client_id })).json();
    await checkIn(t, ben, mission, { type: 'text', content: 'Five km', client_id });
    const [toAna, toBen] = [await received(ana), await received(ben)];
    expect(toBen).toEqual(toAna);
    expect(toAna).toEqual([
      {
        id: expect.any(String),
        type: 'checkin.created',
        timestamp: NOON,
        data: {
          ...about,
          user: { id: ben.id, name: 'Ben' },
          checkin: {
            id: checkin.id,
            type: 'text',
            content: 'Five km',
            own_habit: null,
            local_day: '2026-11-21',
            points_earned: 15,
            amount: null,
            unit: null,
            performed_at: NOON,
            created_at: NOON,
          },
        },
      },
    ]);
    const params = { id: checkin.id };
    await t.call(updateCheckin, { token: ben.token, params, body: { type: 'tick', content: '' } });
    expect(await typesOf(ana)).toEqual([]);
    t.clock.advance(60_000);
    expect((await t.call(takeBackCheckin, { token: ben.token, params })).statusCode).toBe(204);
    const [deleted] = await received(ana);
    expect(deleted).toMatchObject({ type: 'checkin.deleted', timestamp: t.clock.now().toISOString() });
    expect(deleted!.data).toEqual({
      ...about,
      user: { id: ben.id, name: 'Ben' },
      checkin: { id: checkin.id, local_day: '2026-11-21' },
    });
  });

  it('omit the points of others on the board `together`', async () => {
    const { ana, ben, mission } = await buildPair({ board: 'together' });
    await checkIn(t, ben, mission);
    const pointsFor = async (person: TestUser) =>
      (await received(person)).map(
        ({ data }) => (data as unknown as { checkin: { points_earned: number | null } }).checkin.points_earned,
      );
    expect(await pointsFor(ana)).toEqual([null]);
    expect(await pointsFor(ben)).toEqual([10]);
  });

  it('report comments, replies and reactions, but no withdrawn or repeated reactions', async () => {
    const { ana, ben, mission, about } = await buildPair();
    const { checkin } = (await checkIn(t, ana, mission)).json();
    await received(ana);
    await received(ben);
    const client_id = randomUUID();
    const first = (await say(t, ben, checkin.id, { content: 'Well done', client_id })).json();
    await say(t, ben, checkin.id, { content: 'Well done', client_id });
    const reply = (await say(t, ana, checkin.id, { content: 'Thanks', parent_comment_id: first.id })).json();
    const post = { id: checkin.id, user_id: ana.id };
    const comments = (await received(ana)).map(({ data }) => data);
    const comment = { id: first.id, parent_comment_id: null, content: 'Well done', created_at: NOON };
    expect(comments).toHaveLength(2);
    expect(comments).toContainEqual({ ...about, user: { id: ben.id, name: 'Ben' }, checkin: post, comment });
    expect(comments).toContainEqual({
      ...about,
      user: { id: ana.id, name: 'Ana' },
      checkin: post,
      comment: { id: reply.id, parent_comment_id: first.id, content: 'Thanks', created_at: NOON },
    });
    await react(t, ben, checkin.id);
    expect((await received(ana)).map(({ data }) => data)).toEqual([
      { ...about, user: { id: ben.id, name: 'Ben' }, checkin: post, reaction: { type: 'love' } },
    ]);
    await react(t, ben, checkin.id);
    expect(await typesOf(ana)).toEqual([]);
    await react(t, ben, checkin.id);
    await react(t, ben, checkin.id);
    expect(await typesOf(ana)).toEqual([]);
    await react(t, ben, checkin.id);
    expect(await typesOf(ana)).toEqual([]);
    await react(t, ben, checkin.id, 'wow');
    expect(await typesOf(ana)).toEqual(['reaction.created']);
  });

  it('report who joins, leaves or is removed to the members and to that person', async () => {
    const { ana, ben, mission, about } = await buildPair();
    const cem = await buildUser(t, { name: 'Cem' });
    await listen(cem);
    await buildMembers(t, ana, mission, [cem]);
    const user = { id: cem.id, name: 'Cem' };
    for (const person of [ana, ben, cem])
      expect(await received(person)).toMatchObject([{ type: 'member.joined', data: { ...about, user } }]);
    await t.call(leaveMission, { token: cem.token, params: { id: mission } });
    for (const person of [ana, cem])
      expect(await received(person)).toMatchObject([{ type: 'member.left', data: { ...about, user } }]);
    await checkIn(t, ana, mission);
    expect(await typesOf(cem)).toEqual([]);
    await received(ana);
    await received(ben);
    await t.call(removeMember, { token: ana.token, params: { id: mission, userId: ben.id } });
    for (const person of [ana, ben])
      expect(await received(person)).toMatchObject([{ type: 'member.left', data: { user: { id: ben.id } } }]);
  });

  it('report a nudge only to its recipient, and a completion to all members', async () => {
    const { ana, ben, mission, about } = await buildPair({ duration_days: 1 });
    await t.call(nudgeMember, { token: ana.token, params: { id: mission, userId: ben.id } });
    expect(await received(ben)).toMatchObject([
      { type: 'nudge.received', data: { ...about, user: { id: ana.id, name: 'Ana' } } },
    ]);
    expect(await typesOf(ana)).toEqual([]);
    t.clock.advance(2 * DAY_MS);
    await t.call(completeMission, { token: ana.token, params: { id: mission } });
    const days = { id: mission, title: 'Run 30', first_day: '2026-11-21', last_day: '2026-11-21' };
    for (const person of [ana, ben])
      expect(await received(person)).toMatchObject([{ type: 'mission.completed', data: { mission: days } }]);
  });
});

describe('webhooks receive no events', () => {
  it('from someone their user blocked, or about a check-in hidden from that user', async () => {
    const { ana, ben, mission } = await buildPair();
    const cem = await buildUser(t);
    await buildMembers(t, ana, mission, [cem]);
    await listen(cem);
    for (const person of [ana, ben, cem]) await received(person);
    await t.call(blockUser, { token: ben.token, params: { id: cem.id } });
    const { checkin } = (await checkIn(t, cem, mission)).json();
    expect(await typesOf(ana)).toEqual(['checkin.created']);
    expect(await typesOf(ben)).toEqual([]);
    expect(await typesOf(cem)).toEqual(['checkin.created']);
    await t.call(hideCheckin, { token: ana.token, params: { id: checkin.id }, body: { reason: 'Spam' } });
    await t.db.rows('delete from blocks');
    await say(t, ana, checkin.id, { content: 'Please not' });
    expect(await typesOf(ben)).toEqual([]);
    expect(await typesOf(cem)).toEqual(['comment.created']);
  });

  it('about comments and reactions on posts of someone their user blocked', async () => {
    const { ana, ben, mission } = await buildPair();
    const cem = await buildUser(t);
    await buildMembers(t, ana, mission, [cem]);
    const own = (await checkIn(t, ana, mission)).json().checkin.id;
    const { checkin } = (await checkIn(t, cem, mission)).json();
    const said = (await say(t, cem, own, { content: 'Look at me' })).json();
    for (const person of [ana, ben]) await received(person);
    await t.call(blockUser, { token: ben.token, params: { id: cem.id } });
    await say(t, ana, checkin.id, { content: 'Well done' });
    await react(t, ana, checkin.id);
    await say(t, ana, own, { content: 'I do', parent_comment_id: said.id });
    expect(await typesOf(ana)).toHaveLength(3);
    expect(await typesOf(ben)).toEqual([]);
    await say(t, ana, own, { content: 'Who is next?' });
    expect(await typesOf(ben)).toEqual(['comment.created']);
  });

  it("about undoing a hidden check-in, unless their user is its author or the mission's owner", async () => {
    const { ana, ben, mission } = await buildPair();
    const cem = await buildUser(t);
    await buildMembers(t, ana, mission, [cem]);
    await listen(cem);
    const { checkin } = (await checkIn(t, cem, mission)).json();
    await t.call(hideCheckin, { token: ana.token, params: { id: checkin.id }, body: { reason: 'Spam' } });
    for (const person of [ana, ben, cem]) await received(person);
    await t.call(takeBackCheckin, { token: cem.token, params: { id: checkin.id } });
    expect(await typesOf(ana)).toEqual(['checkin.deleted']);
    expect(await typesOf(ben)).toEqual([]);
    expect(await typesOf(cem)).toEqual(['checkin.deleted']);
  });

  it('of other types or missions, from before they were created, or while they are off', async () => {
    const { ana, ben, mission } = await buildPair();
    const dan = await buildUser(t);
    const other = await buildMission(t, dan);
    await buildMembers(t, dan, other, [ana]);
    await received(ana);
    await t.db.rows('delete from webhooks where user_id = $1', [ana.id]);
    await checkIn(t, ben, mission);
    t.clock.advance(1000);
    await listen(ana, { events: ['reaction.created', 'checkin.created'], mission_id: mission });
    expect(await typesOf(ana)).toEqual([]);
    await checkIn(t, dan, other);
    expect(await typesOf(ana)).toEqual([]);
    const { checkin } = (await checkIn(t, ana, mission)).json();
    await say(t, ben, checkin.id, { content: 'Well done' });
    expect(await typesOf(ana)).toEqual(['checkin.created']);
    await t.db.rows("update webhooks set is_on = false, off_reason = 'owner' where user_id = $1", [ana.id]);
    await react(t, ben, checkin.id);
    expect(await typesOf(ana)).toEqual([]);
  });

  it('about a mission or check-in that was deleted before the job ran', async () => {
    const { ana, ben, mission } = await buildPair();
    const { checkin } = (await checkIn(t, ben, mission)).json();
    await t.call(takeBackCheckin, { token: ben.token, params: { id: checkin.id } });
    expect(await typesOf(ana)).toEqual(['checkin.deleted']);
    await checkIn(t, ben, mission);
    await t.call(deleteMission, { token: ana.token, params: { id: mission } });
    expect(await typesOf(ana)).toEqual([]);
  });

  it('from the 19 of 20 concurrent check-ins that fail', async () => {
    const { ana, ben, mission } = await buildPair();
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkIn(t, ben, mission)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect(await typesOf(ana)).toEqual(['checkin.created']);
  });
});

it('the contract describes the body of every event', () => {
  expect(Object.keys(WEBHOOK_DATA)).toEqual([...WEBHOOK_EVENTS]);
  expect(Object.keys(WEBHOOK_BODIES)).toEqual([...WEBHOOK_EVENTS, 'webhook.test']);
});

it('a check-in enqueues a webhook job only if a listening user is not suspended', async () => {
  const { ana, ben, mission } = await buildPair();
  const cyd = await buildUser(t);
  await buildMembers(t, ana, mission, [cyd]);
  await t.queue.drain();
  const countJobs = async () =>
    (
      await t.db.rows("select id from jobs where name = 'fan-out-webhook' and data->'raised'->>'mission_id' = $1", [
        mission,
      ])
    ).length;
  const before = await countJobs();
  const suspend = (...people: TestUser[]) =>
    t.db.rows('update users set suspended_at = created_at where id = any($1)', [people.map(({ id }) => id)]);
  await suspend(ana, ben);
  expect((await checkIn(t, cyd, mission)).statusCode).toBe(201);
  expect(await countJobs()).toBe(before);
  await t.db.rows('update users set suspended_at = null where id = $1', [ben.id]);
  t.clock.advance(DAY_MS);
  expect((await checkIn(t, cyd, mission)).statusCode).toBe(201);
  expect(await countJobs()).toBe(before + 1);
  expect(await typesOf(ben)).toContain('checkin.created');
});
