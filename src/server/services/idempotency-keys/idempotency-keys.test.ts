import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deleteAccount } from '#contract/account.ts';
import { createComment, listComments } from '#contract/comments.ts';
import { createInvitation, listMissionInvitations } from '#contract/invitations.ts';
import { deleteMission, getMission, patchMission, createMission as post, updateMission } from '#contract/missions.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { Text } from '#platform/db/columns.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { buildApiToken } from '../../testing/factories/api-tokens.ts';
import { buildDiscussion } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
beforeEach(() => t.clock.set(NOON));

const mission = {
  ...{ title: 'Read', description: '<p>Every day</p>', goal: 'Two books', duration_days: 30 },
  start_date: '2026-11-21',
};

/** Builds each of the three calls with its input and a function that counts the created rows. */
async function buildCalls() {
  const { owner, mission: id, checkin } = await buildDiscussion(t);
  const countMissions = async () =>
    (await t.db.rows('select from missions where owner_id = $1', [owner.id])).length - 1;
  const calls: [Endpoint, object, () => Promise<number>, object][] = [
    [post, { body: mission }, countMissions, { body: { ...mission, title: 'Write' } }],
    [
      createComment,
      { params: { id: checkin }, body: { content: 'Well run' } },
      async () => (await t.call(listComments, { token: owner.token, params: { id: checkin } })).json().length,
      { params: { id: checkin }, body: { content: 'Well done' } },
    ],
    [
      createInvitation,
      { body: { mission_id: id, invitee_email: 'newcomer@example.org' } },
      async () => (await t.call(listMissionInvitations, { token: owner.token, params: { id } })).json().length,
      { body: { mission_id: id, invitee_email: 'other@example.org' } },
    ],
  ];
  return { owner, mission: id, checkin, calls };
}

const send = (endpoint: Endpoint, person: { token: string }, key: string, options: object) =>
  t.call(endpoint, { token: person.token, headers: { 'idempotency-key': key }, ...options });
const replayed = ({ headers }: { headers: Record<string, unknown> }) => headers['idempotency-replayed'];

describe('an Idempotency-Key', () => {
  it('returns the first response byte for byte and creates nothing again', async () => {
    const { owner, calls } = await buildCalls();
    for (const [endpoint, options, count] of calls) {
      const key = randomUUID();
      const first = await send(endpoint, owner, key, options);
      expect([first.statusCode, replayed(first)]).toEqual([201, undefined]);
      t.clock.advance(HOUR_MS);
      const again = await send(endpoint, owner, key, options);
      expect([again.statusCode, again.body, replayed(again)]).toEqual([201, first.body, 'true']);
      expect(again.headers.location).toBe(first.headers.location);
      expect(await count()).toBe(1);
    }
  });

  it('creates one row for twenty concurrent requests, which all get its response', async () => {
    const { owner, calls } = await buildCalls();
    for (const [endpoint, options, count] of calls) {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(endpoint, owner, key, options)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(answers.filter((answer) => replayed(answer) === undefined)).toHaveLength(1);
      expect(await count()).toBe(1);
    }
  });

  it('ignores spaces, field order and the case of IDs, but not other text', async () => {
    const { owner, calls } = await buildCalls();
    for (const [endpoint, options, , other] of calls) {
      const key = randomUUID();
      const first = await send(endpoint, owner, key, options);
      const { body, params } = options as { body: Record<string, unknown>; params?: { id: string } };
      const same = {
        ...(params && { params: { id: params.id.toUpperCase() } }),
        body: { unknown: 7, ...Object.fromEntries(Object.entries(body).reverse()) },
      };
      expect((await send(endpoint, owner, key, same)).body).toBe(first.body);
      const reused = await send(endpoint, owner, key, other);
      expect([reused.statusCode, reused.json()]).toMatchObject([
        422,
        { code: 'idempotency_key_reused', detail: 'This Idempotency-Key was used for another request' },
      ]);
    }
  });

  it('distinguishes requests with the same body and another path', async () => {
    const one = await buildCalls();
    const other = await t.call(createComment, {
      token: one.owner.token,
      params: { id: one.checkin },
      body: { content: 'First' },
    });
    expect(other.statusCode).toBe(201);
    const key = randomUUID();
    const body = { content: 'Well run' };
    const second = await buildDiscussion(t);
    expect((await send(createComment, one.owner, key, { params: { id: one.checkin }, body })).statusCode).toBe(201);
    const reused = await send(createComment, one.owner, key, { params: { id: second.checkin }, body });
    expect(reused.json().code).toBe('idempotency_key_reused');
  });

  it('belongs to one user and one call, in every session or token', async () => {
    const { owner, mission: id, checkin, calls } = await buildCalls();
    const key = randomUUID();
    const bodies = new Set<string>();
    for (const [endpoint, options] of calls) bodies.add((await send(endpoint, owner, key, options)).body);
    expect(bodies.size).toBe(3);
    const program = await buildApiToken(t, owner);
    const [[endpoint, options]] = calls as [(typeof calls)[number]];
    expect(replayed(await send(endpoint, program, key, options))).toBe('true');
    const friend = await buildDiscussion(t);
    const theirs = await send(endpoint, friend.owner, key, options);
    expect([theirs.statusCode, replayed(theirs)]).toEqual([201, undefined]);
    expect([id, checkin]).not.toContain(theirs.json().id);
  });

  it('does not store a failure, so the request can succeed later', async () => {
    const { owner, checkin } = await buildCalls();
    const key = randomUUID();
    const wrong = await send(createComment, owner, key, { params: { id: checkin }, body: { content: '' } });
    const unknown = await send(createComment, owner, key, { params: { id: randomUUID() }, body: { content: 'Hi' } });
    expect([wrong.statusCode, unknown.statusCode]).toEqual([422, 404]);
    const good = await send(createComment, owner, key, { params: { id: checkin }, body: { content: 'Hi' } });
    expect([good.statusCode, replayed(good)]).toEqual([201, undefined]);
  });

  it('returns the first response even after the row was deleted', async () => {
    const owner = (await buildDiscussion(t)).owner;
    const key = randomUUID();
    const first = await send(post, owner, key, { body: mission });
    const params = { id: first.json().id };
    await t.call(deleteMission, { token: owner.token, params });
    expect((await send(post, owner, key, { body: mission })).body).toBe(first.body);
    expect((await t.call(getMission, { token: owner.token, params })).statusCode).toBe(404);
  });

  it.each([
    ['nothing', ''],
    ['a space', 'one two'],
    ['256 characters', 'x'.repeat(256)],
    ['other letters', 'schl\u00fcssel'],
  ])('is a wrong field with %s', async (_, key) => {
    const { owner } = await buildDiscussion(t);
    const answer = await send(post, owner, key, { body: { ...mission, title: '' } });
    const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters';
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [
        { path: 'title', message: 'Please fill in all required fields' },
        { path: 'Idempotency-Key', message },
      ],
    ]);
  });

  it('is ignored by GET, PUT, PATCH and DELETE', async () => {
    const { owner, mission: id } = await buildCalls();
    const body = { title: 'Write' };
    const statuses = [];
    for (const [endpoint, options] of [
      [getMission],
      [updateMission, { body: mission }],
      [patchMission, { body }],
      [deleteMission],
    ] as const)
      statuses.push((await send(endpoint, owner, 'one two', { params: { id }, ...options })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 204]);
  });
});

describe('forgetting keys', () => {
  const isStored = async ({ id }: TestUser) =>
    (await t.db.rows('select from idempotency_keys where user_id = $1', [id])).length > 0;

  it('happens with their account, and for the response to the inviter', async () => {
    const { owner, bo, mission: id } = await buildDiscussion(t);
    const friend = await buildUser(t);
    const body = { mission_id: id, invitee_email: friend.email };
    await send(createInvitation, owner, 'one', { body });
    await send(createInvitation, owner, 'two', { body: { ...body, invitee_email: 'other@example.org' } });
    await send(post, friend, 'one', { body: mission });
    await t.call(deleteAccount, { token: friend.token, body: { password: friend.password } });
    expect(await isStored(friend)).toBe(false);
    const rows = await t.db.rows(
      z.object({ answer: z.nullable(Text) }),
      'select answer from idempotency_keys where user_id = $1',
      [owner.id],
    );
    expect(rows.map(({ answer }) => JSON.parse(answer!).invitee_email)).toEqual(['other@example.org']);
    expect(await isStored(bo)).toBe(false);
  });

  it('accepts a key as new after a day, before and after the daily job', async () => {
    const { owner } = await buildDiscussion(t);
    const key = 'x'.repeat(255);
    const first = await send(post, owner, key, { body: mission });
    t.clock.advance(DAY_MS - 1);
    expect((await send(post, owner, key, { body: mission })).body).toBe(first.body);
    t.clock.advance(1);
    const next = await send(post, owner, key, { body: { ...mission, start_date: '2026-11-22' } });
    expect([next.statusCode, replayed(next)]).toEqual([201, undefined]);
    t.clock.advance(DAY_MS);
    await t.queue.tick();
    await t.queue.drain();
    expect(await isStored(owner)).toBe(false);
  });
});
