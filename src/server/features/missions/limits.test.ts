import { describe, expect, it } from 'vitest';
import { acceptInvitation, createInvitation } from '#contract/invitations.ts';
import { createMission, patchMission, updateMission } from '#contract/missions.ts';
import { generateInvitationCode, joinMission } from '#contract/missions-join.ts';
import { createWebhook, redeliverWebhook, testWebhook, updateWebhook } from '#contract/webhooks.ts';
import { Id } from '#platform/db/columns.ts';
import { allValues, onlyValue } from '#platform/db/rows.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const t = await testApp({ config: { plans: false } });
const free = await testApp({ config: { plans: true } });
const limited = await testApp({ rate_limits: true, config: { plans: false } });

const statusesOf = (answers: readonly { statusCode: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
};
const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

const BODY = {
  title: 'Read',
  description: '<p>Any book</p>',
  goal: 'Two books',
  duration_days: 30,
  start_date: '2026-11-21',
};

describe('running missions', () => {
  const FULL = { code: 'too_many_missions', detail: 'You are in 100 running missions already' };
  /** Adds a person to this many missions of another user. */
  async function fill(app: TestApp, person: TestUser, count: number): Promise<void> {
    await app.db.rows(
      `with made as (
         insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date, owner_id, created_at)
         select gen_random_uuid(), 'Filler', 'd', 'g', 30, '2026-11-21', 'UTC', '2026-11-21', '2026-12-21', $1::uuid, $3::timestamptz
         from generate_series(1, $2::int) returning id
       )
       insert into members (mission_id, user_id, joined_at, joined_day) select id, $1, $3, '2026-11-21' from made`,
      [person.id, count, app.clock.now()],
    );
  }
  const create = (app: TestApp, { token }: TestUser) => app.call(createMission, { token, body: BODY });

  it('are limited to 100 per user, even for concurrent creations, not counting ended ones', async () => {
    const ana = await buildUser(t);
    await fill(t, ana, 95);
    const answers = await times(30, () => create(t, ana));
    expect(statusesOf(answers)).toEqual({ 201: 5, 400: 25 });
    expect(answers.find(({ statusCode }) => statusCode === 400)!.json()).toMatchObject(FULL);
    await t.db.rows(
      `update missions set end_date = $2 where id = (select id from missions where owner_id = $1 and title = 'Filler' limit 1)`,
      [ana.id, t.clock.now()],
    );
    expect(statusesOf([await create(t, ana), await create(t, ana)])).toEqual({ 201: 1, 400: 1 });
  });

  it('are limited to 100 per user for concurrent joins by code', async () => {
    const [owner, ana] = [await buildUser(t), await buildUser(t)];
    const codes: string[] = [];
    for (let at = 0; at < 30; at++) codes.push(await buildInvitationCode(t, owner, await buildMission(t, owner)));
    await fill(t, ana, 97);
    const answers = await times(30, (at) => t.call(joinMission, { token: ana.token, params: { code: codes[at]! } }));
    expect(statusesOf(answers)).toEqual({ 200: 3, 400: 27 });
    expect(answers.find(({ statusCode }) => statusCode === 400)!.json()).toMatchObject(FULL);
  });

  it('leave an invitation open if the limit prevents accepting it', async () => {
    const [owner, ana] = [await buildUser(t), await buildUser(t)];
    const mission_id = await buildMission(t, owner);
    await fill(t, ana, 100);
    await t.call(createInvitation, { token: owner.token, body: { mission_id, invitee_email: ana.email } });
    const id = await onlyValue(t.db, Id, 'select id from invitations where mission_id = $1', [mission_id]);
    const accept = () => t.call(acceptInvitation, { token: ana.token, params: { id } });
    expect((await accept()).json()).toMatchObject(FULL);
    await t.db.rows(
      "update missions set is_active = false, completed_at = $2 where owner_id = $1 and title = 'Filler'",
      [ana.id, t.clock.now()],
    );
    expect((await accept()).statusCode).toBe(200);
  });

  it('are limited also if an edit revives an ended mission', async () => {
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana);
    await t.db.rows('update missions set end_date = $2 where id = $1', [mission, t.clock.now()]);
    await fill(t, ana, 100);
    const edit = { token: ana.token, params: { id: mission }, body: { duration_days: 60 } };
    expect((await t.call(patchMission, edit)).json()).toMatchObject(FULL);
    const ben = await buildUser(free);
    await fill(free, ben, 100);
    const answer = await create(free, ben);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'plan_limit']);
  });
});

describe('edits of the days', () => {
  const waiting = () =>
    allValues(
      t.db,
      Id,
      `select data ->> 'user_id' as user_id from jobs where name = 'save-standing' and state = 'waiting' order by 1`,
    );
  const edit = ({ token }: TestUser, id: string, body: Record<string, unknown>) =>
    t.call(patchMission, { token, params: { id }, body });

  it('queue one rebuild per member after several edits', async () => {
    const [owner, friend] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner, { duration_days: 60 });
    await buildMembers(t, owner, mission, [friend]);
    await t.queue.drain();
    t.clock.advance(10 * 86_400_000);
    for (let days = 5; days < 9; days++)
      expect((await edit(owner, mission, { duration_days: days })).statusCode).toBe(200);
    expect(await waiting()).toEqual([owner.id, friend.id].sort());
    await t.queue.drain();
    expect(await waiting()).toEqual([]);
    await edit(owner, mission, { duration_days: 6 });
    expect(await waiting()).toEqual([owner.id, friend.id].sort());
    await t.queue.drain();
    t.clock.set('2026-11-21T12:00:00.000Z');
  });

  it('queue one rebuild per member after 30 concurrent edits of a weekly mission', async () => {
    const [owner, friend] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner, { duration_days: 60, schedule: { kind: 'weekly', times: 3 } });
    await buildMembers(t, owner, mission, [friend]);
    await checkIn(t, friend, mission);
    await t.queue.drain();
    t.clock.advance(20 * 86_400_000);
    const answers = await times(30, (at) => edit(owner, mission, { duration_days: 8 + (at % 5) }));
    expect(statusesOf(answers)).toEqual({ 200: 30 });
    expect(await waiting()).toEqual([owner.id, friend.id].sort());
    await t.queue.drain();
    t.clock.set('2026-11-21T12:00:00.000Z');
  });
});

describe('limits of single calls', () => {
  it('allow 30 mission edits an hour by PUT and PATCH together, successful or not', async () => {
    const ana = await buildUser(limited);
    const mission = await buildMission(limited, ana);
    const params = { id: mission };
    const answers = await times(40, (at) =>
      at % 2
        ? limited.call(updateMission, { token: ana.token, params, body: BODY })
        : limited.call(patchMission, {
            token: ana.token,
            params: { id: '00000000-0000-4000-8000-000000000000' },
            body: { description: '<'.repeat(60_000) },
          }),
    );
    const statuses = statusesOf(answers);
    expect(statuses[429]).toBe(10);
    expect((statuses[200] ?? 0) + (statuses[404] ?? 0)).toBe(30);
    const refused = answers.find(({ statusCode }) => statusCode === 429)!;
    expect(refused.headers['ratelimit-policy']).toBe('"edits";q=30;w=3600');
  });

  it('allow 20 invitation codes an hour', async () => {
    const { token, ...ana } = await buildUser(limited);
    const id = await buildMission(limited, { token, ...ana });
    const answers = await times(30, () => limited.call(generateInvitationCode, { token, params: { id } }));
    expect(statusesOf(answers)).toEqual({ 200: 20, 429: 10 });
  });

  it('allow 10 webhook creations and changes a minute together', async () => {
    const { token } = await buildUser(limited);
    const body = { url: 'https://hooks.example.com/it', events: ['checkin.created'] };
    const { id } = (await limited.call(createWebhook, { token, body })).json();
    const answers = await times(20, (at) =>
      at % 2
        ? limited.call(updateWebhook, { token, params: { id }, body: { url: `https://hooks.example.com/${at}` } })
        : limited.call(updateWebhook, { token, params: { id }, body: { is_on: at % 4 === 0 } }),
    );
    expect(statusesOf(answers)).toEqual({ 200: 9, 429: 11 });
  });

  it('allow 10 webhook tests and redeliveries a minute together', async () => {
    const { token } = await buildUser(limited);
    const body = { url: 'https://hooks.example.com/it', events: ['checkin.created'] };
    const { id } = (await limited.call(createWebhook, { token, body })).json();
    const delivery = (await limited.call(testWebhook, { token, params: { id } })).json();
    const answers = await times(20, (at) =>
      at % 2
        ? limited.call(testWebhook, { token, params: { id } })
        : limited.call(redeliverWebhook, { token, params: { id, deliveryId: delivery.id } }),
    );
    const statuses = statusesOf(answers);
    expect([statuses[429], (statuses[200] ?? 0) + (statuses[201] ?? 0)]).toEqual([12, 8]);
  });
});

describe('a description of 60 kB', () => {
  it('is refused for its length, whatever it contains', async () => {
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana);
    for (const piece of ['<', '<p>', '&nbsp;', 'a']) {
      const body = { description: piece.repeat(60_000 / piece.length) };
      const answer = await t.call(patchMission, { token: ana.token, params: { id: mission }, body });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toEqual([
        { path: 'description', message: 'Description can have at most 20000 characters' },
      ]);
    }
  });
});
