import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '#contract/api-tokens.ts';
import { completeMission } from '#contract/completion.ts';
import { acceptInvitation, listInvitations } from '#contract/invitations.ts';
import { leaveMission, removeMember } from '#contract/members.ts';
import { createMission, getMission, patchMission, updateMission } from '#contract/missions.ts';
import { saveOwnHabit } from '#contract/missions-own-habit.ts';
import { OWN_HABIT_MAX } from '#domain/limits.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { callDuring } from '../../testing/during-transaction.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
beforeEach(() => t.clock.set(NOON));

const FIELDS = {
  title: 'Our October',
  description: '<p>One group, a habit each.</p>',
  goal: 'Thirty days',
  duration_days: 10,
  start_date: '2026-11-21',
};
const OWN = { ...FIELDS, habit: 'own' };

type Answer = Awaited<ReturnType<typeof t.call>>;
const codeOf = (answer: Answer) => [answer.statusCode, answer.json().code];
const create = ({ token }: TestUser, body: object) => t.call(createMission, { token, body });
const keep = ({ token }: Pick<TestUser, 'token'>, id: string, own_habit: unknown) =>
  t.call(saveOwnHabit, { token, params: { id }, body: { own_habit } });
const change = ({ token }: TestUser, id: string, body: object) => t.call(patchMission, { token, params: { id }, body });
const replace = ({ token }: TestUser, id: string, body: object) =>
  t.call(updateMission, { token, params: { id }, body });
const read = async ({ token }: TestUser, id: string) => (await t.call(getMission, { token, params: { id } })).json();
const habitOf = async (viewer: TestUser, id: string, { id: user_id } = viewer) =>
  (await read(viewer, id)).members.find((member: { user_id: string }) => member.user_id === user_id).own_habit;

/** A mission of Ana with Ben where each has a habit of their own. */
async function buildOwn(fields: object = {}) {
  const [ana, ben] = [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Ben' })];
  const mission = await buildMission(t, ana, { ...OWN, ...fields });
  await buildMembers(t, ana, mission, [ben]);
  return { ana, ben, mission };
}

describe("a member's own habit", () => {
  it('is stored, replaced and cleared, and other members see it', async () => {
    const { ana, ben, mission } = await buildOwn();
    expect(await habitOf(ana, mission, ben)).toBeNull();
    const answer = await keep(ben, mission, 'Ten pages');
    expect([answer.statusCode, answer.json()]).toEqual([200, { own_habit: 'Ten pages' }]);
    expect(await habitOf(ana, mission, ben)).toBe('Ten pages');
    expect(await habitOf(ana, mission)).toBeNull();
    await keep(ben, mission, 'Twelve pages');
    expect(await habitOf(ana, mission, ben)).toBe('Twelve pages');
    for (const nothing of [null, '', ' \n ', '\u200B\u202E']) {
      await keep(ben, mission, 'Ten pages');
      expect((await keep(ben, mission, nothing)).json()).toEqual({ own_habit: null });
      expect(await habitOf(ben, mission)).toBeNull();
    }
  });

  it.each([
    ['  Ten\n pages\u0007 ', 'Ten pages'],
    ['<b>Ten</b> & more', '<b>Ten</b> & more'],
    ['🌙'.repeat(OWN_HABIT_MAX), '🌙'.repeat(OWN_HABIT_MAX)],
  ])('%j is stored as %j', async (sent, stored) => {
    const { ana, mission } = await buildOwn();
    expect((await keep(ana, mission, sent)).json()).toEqual({ own_habit: stored });
    expect(await habitOf(ana, mission)).toBe(stored);
  });

  it.each([['🌙'.repeat(OWN_HABIT_MAX + 1)], ['a'.repeat(10_000)], [7], [undefined]])(
    'refuses wrong text %#, and the stored line stays',
    async (sent) => {
      const { ana, mission } = await buildOwn();
      await keep(ana, mission, 'Ten pages');
      const answer = await keep(ana, mission, sent);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toMatchObject([{ path: 'own_habit' }]);
      expect(await habitOf(ana, mission)).toBe('Ten pages');
    },
  );

  it('is refused for strangers, former members and unknown missions before anything else', async () => {
    const { ana, ben, mission } = await buildOwn();
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    const stranger = await buildUser(t);
    for (const [person, id] of [
      [ben, mission],
      [stranger, mission],
      [ana, randomUUID()],
    ] as const)
      for (const sent of ['Ten pages', 7])
        expect(codeOf(await keep(person, id, sent))).toEqual([404, 'mission_not_found']);
    expect((await t.call(saveOwnHabit, { params: { id: mission }, body: { own_habit: 'Ten pages' } })).statusCode).toBe(
      401,
    );
  });

  it('needs an API token that can write', async () => {
    const { ana, mission } = await buildOwn();
    await upgradeToPremium(t, ana);
    for (const [scope, status] of [
      ['read', 403],
      ['write', 200],
    ] as const) {
      const body = { name: scope, scope };
      const { token } = (await t.call(createToken, { token: ana.token, body })).json();
      expect((await keep({ token }, mission, scope)).statusCode).toBe(status);
    }
    expect(await habitOf(ana, mission)).toBe('write');
  });

  it('is refused if all members share one habit, and after the completion', async () => {
    const { ana, mission } = await buildOwn();
    const shared = await buildMission(t, ana, FIELDS);
    expect(codeOf(await keep(ana, shared, 'Ten pages'))).toEqual([400, 'habit_shared']);
    expect(codeOf(await keep(ana, shared, null))).toEqual([400, 'habit_shared']);
    await keep(ana, mission, 'Ten pages');
    t.clock.advance(11 * DAY_MS);
    for (const id of [mission, shared]) await t.call(completeMission, { token: ana.token, params: { id } });
    expect(codeOf(await keep(ana, mission, 'Twelve pages'))).toEqual([400, 'mission_completed']);
    expect(codeOf(await keep(ana, shared, 'Twelve pages'))).toEqual([400, 'habit_shared']);
    expect(await habitOf(ana, mission)).toBe('Ten pages');
  });

  it('hints to every member that the mission changed', async () => {
    const { ben, mission } = await buildOwn();
    const hints: unknown[] = [];
    const send = t.live.hint;
    t.live.hint = (...hint) => {
      hints.push(hint);
      return send(...hint);
    };
    await keep(ben, mission, 'Ten pages');
    t.live.hint = send;
    expect(hints.flat()).toContainEqual(expect.objectContaining({ mission_id: mission }));
  });

  it('is cleared by leaving and by removal, also after coming back', async () => {
    const { ana, ben, mission } = await buildOwn();
    const leave = () => t.call(leaveMission, { token: ben.token, params: { id: mission } });
    const remove = () => t.call(removeMember, { token: ana.token, params: { id: mission, userId: ben.id } });
    for (const end of [leave, remove]) {
      await keep(ben, mission, 'Ten pages');
      expect((await end()).statusCode).toBe(204);
      const rows = await t.db.rows('select own_habit from members where user_id = $1', [ben.id]);
      expect(rows).toEqual([{ own_habit: null }]);
      if (end === remove) continue;
      await buildMembers(t, ana, mission, [ben]);
      expect(await habitOf(ben, mission)).toBeNull();
    }
  });

  it('is one of 20 concurrent lines', async () => {
    const { ana, mission } = await buildOwn();
    const lines = Array.from({ length: 20 }, (_, page) => `Page ${page}`);
    const answers = await Promise.all(lines.map((line) => keep(ana, mission, line)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
    expect(lines).toContain(await habitOf(ana, mission));
  });

  it('is empty for a member who leaves at the same time', async () => {
    const { ben, mission } = await buildOwn();
    await Promise.all([
      t.call(leaveMission, { token: ben.token, params: { id: mission } }),
      ...Array.from({ length: 10 }, () => keep(ben, mission, 'Ten pages')),
    ]);
    const rows = await t.db.rows('select own_habit, left_at is null as is_member from members where user_id = $1', [
      ben.id,
    ]);
    expect(rows).toEqual([{ own_habit: null, is_member: false }]);
  });

  it('is refused after a concurrent edit to one shared habit', async () => {
    const { ana, mission } = await buildOwn();
    const toShared = (tx: Parameters<Parameters<typeof callDuring>[1]>[0]) =>
      tx.rows("update missions set habit = 'shared' where id = $1", [mission]);
    expect(codeOf(await callDuring(t, toShared, () => keep(ana, mission, 'Ten pages')))).toEqual([400, 'habit_shared']);
  });
});

describe('a mission with own habits', () => {
  it('starts with the line of its creator', async () => {
    const ana = await buildUser(t);
    const created = await create(ana, { ...OWN, own_habit: ' Ten\npages ' });
    expect(created.statusCode).toBe(201);
    const mission = await read(ana, created.json().id);
    expect(mission).toMatchObject({ habit: 'own', board: 'together', members: [{ own_habit: 'Ten pages' }] });
    const without = await create(ana, OWN);
    expect((await read(ana, without.json().id)).members).toMatchObject([{ own_habit: null }]);
    const long = await create(ana, { ...OWN, own_habit: 'a'.repeat(OWN_HABIT_MAX + 1) });
    expect([long.statusCode, long.json().errors]).toMatchObject([422, [{ path: 'own_habit' }]]);
  });

  it('refuses a line unless the request chooses own habits', async () => {
    const ana = await buildUser(t);
    const { id } = (await create(ana, FIELDS)).json();
    expect(await read(ana, id)).toMatchObject({ habit: 'shared', board: 'stars', members: [{ own_habit: null }] });
    for (const fields of [{}, { habit: 'shared' }])
      expect(codeOf(await create(ana, { ...FIELDS, ...fields, own_habit: 'Ten pages' }))).toEqual([
        400,
        'habit_shared',
      ]);
    expect((await create(ana, { ...FIELDS, own_habit: null })).statusCode).toBe(201);
    expect((await create(ana, { ...FIELDS, habit: 'each' })).statusCode).toBe(422);
  });

  it('has no ranking', async () => {
    const { ana, mission } = await buildOwn();
    const errors = [{ path: 'board', message: "There's no ranking where everyone keeps a habit of their own" }];
    const stars = { board: 'stars' };
    const answers = [
      await create(ana, { ...OWN, ...stars }),
      await change(ana, mission, stars),
      await change(ana, mission, { ...stars, habit: 'own' }),
      await replace(ana, mission, { ...FIELDS, ...stars }),
    ];
    for (const answer of answers) expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    const shared = await buildMission(t, ana, FIELDS);
    expect((await change(ana, shared, { ...stars, habit: 'own' })).statusCode).toBe(422);
    expect((await change(ana, shared, { habit: 'own' })).json()).toMatchObject({ habit: 'own', board: 'together' });
    expect((await change(ana, shared, { habit: 'shared' })).json()).toMatchObject({
      habit: 'shared',
      board: 'together',
    });
    expect((await change(ana, shared, { habit: 'shared', ...stars })).json()).toMatchObject({ board: 'stars' });
  });

  it('keeps its choice through edits that leave it out', async () => {
    const { ana, mission } = await buildOwn();
    expect((await replace(ana, mission, { ...FIELDS, title: 'Our November' })).json()).toMatchObject({
      title: 'Our November',
      habit: 'own',
      board: 'together',
    });
    expect((await change(ana, mission, { title: 'Our December' })).json()).toMatchObject({ habit: 'own' });
  });

  it('hides the lines only while its members share one habit', async () => {
    const { ana, ben, mission } = await buildOwn();
    await keep(ben, mission, 'Ten pages');
    await change(ana, mission, { habit: 'shared' });
    expect(await habitOf(ben, mission)).toBeNull();
    await change(ana, mission, { habit: 'own' });
    expect(await habitOf(ana, mission, ben)).toBe('Ten pages');
  });

  it('fixes its choice at the first check-in of anyone', async () => {
    const { ana, ben, mission } = await buildOwn();
    await checkIn(t, ben, mission);
    for (const edit of [change, replace]) {
      const answer = await edit(ana, mission, { ...FIELDS, habit: 'shared' });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { code: 'habit_fixed', detail: 'What everyone keeps is fixed once someone has checked in' },
      ]);
    }
    expect((await replace(ana, mission, { ...FIELDS, habit: 'own' })).statusCode).toBe(200);
    expect((await keep(ben, mission, 'Ten pages')).statusCode).toBe(200);
  });

  it('orders a first check-in and a concurrent edit of the habit either way', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { ana, mission } = await buildOwn();
      const edit = () => change(ana, mission, { habit: 'shared' });
      const both = round % 2 ? [checkIn(t, ana, mission), edit()] : [edit(), checkIn(t, ana, mission)];
      const answers = await Promise.all(both);
      const [created, edited] = round % 2 ? [answers[0]!, answers[1]!] : [answers[1]!, answers[0]!];
      expect(created.statusCode).toBe(201);
      if (edited.statusCode !== 200) expect(codeOf(edited)).toEqual([400, 'habit_fixed']);
      expect((await read(ana, mission)).habit).toBe(edited.statusCode === 200 ? 'shared' : 'own');
    }
  });
});

describe('the next round', () => {
  async function buildCompleted() {
    const { ana, ben, mission } = await buildOwn();
    await keep(ana, mission, 'Ten pages');
    await keep(ben, mission, 'Five km');
    t.clock.advance(11 * DAY_MS);
    await t.call(completeMission, { token: ana.token, params: { id: mission } });
    return { ana, ben, previous_id: mission };
  }
  const NEXT = { ...OWN, start_date: '2026-12-05' };

  it('brings back the line of a member who starts or joins it without one', async () => {
    const { ana, ben, previous_id } = await buildCompleted();
    const { id } = (await create(ana, { ...NEXT, previous_id })).json();
    expect(await habitOf(ana, id)).toBe('Ten pages');
    await buildMembers(t, ana, id, [ben]);
    expect(await habitOf(ana, id, ben)).toBe('Five km');
    await keep(ben, id, 'Six km');
    expect(await habitOf(ana, previous_id, ben)).toBe('Five km');
  });

  it('brings back a line by invitation too, but not over a new one', async () => {
    const { ana, ben, previous_id } = await buildCompleted();
    const { id } = (await create(ana, { ...NEXT, previous_id, own_habit: 'Twenty pages' })).json();
    expect(await habitOf(ana, id)).toBe('Twenty pages');
    const [invitation] = (await t.call(listInvitations, { token: ben.token })).json();
    expect(invitation).toMatchObject({ mission_id: id, habit: 'own' });
    expect((await t.call(acceptInvitation, { token: ben.token, params: { id: invitation.id } })).statusCode).toBe(200);
    expect(await habitOf(ana, id, ben)).toBe('Five km');
  });

  it.each([null, ' '])('starts without a line if its creator sends %o', async (own_habit) => {
    const { ana, previous_id } = await buildCompleted();
    const { id } = (await create(ana, { ...NEXT, previous_id, own_habit })).json();
    expect(await habitOf(ana, id)).toBeNull();
  });

  it('brings back no line of former members, and none into or from a shared round', async () => {
    const { ana, ben, previous_id } = await buildCompleted();
    await t.call(leaveMission, { token: ben.token, params: { id: previous_id } });
    const { id } = (await create(ana, { ...NEXT, habit: 'shared', previous_id })).json();
    await buildMembers(t, ana, id, [ben]);
    const rows = await t.db.rows('select own_habit from members where mission_id = $1', [id]);
    expect(rows).toEqual([{ own_habit: null }, { own_habit: null }]);
  });
});
