import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { listReactions, toggleReaction } from '#contract/reactions.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildMembers, checkIn } from '../../testing/factories/missions.ts';
import { buildComment, buildDiscussion, react } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { watchStatements } from '../../testing/statements.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;
const on = (endpoint: Endpoint, person: TestUser, id: string) =>
  t.call(endpoint, { token: person.token, params: { id } });
const summaryFor = async (person: TestUser, checkin: string) => (await on(listReactions, person, checkin)).json();
const fetchBell = async (person: TestUser) => (await t.call(listNotifications, { token: person.token })).json();
const listReactionNotifications = async (person: TestUser) =>
  (await fetchBell(person)).notifications.filter((row: { type: string }) => row.type === 'reaction');
const listRows = (checkin: string) => t.db.rows('select user_id, type from reactions where checkin_id = $1', [checkin]);
const reactWith = (person: TestUser, id: string, active: unknown) =>
  t.call(toggleReaction, { token: person.token, params: { id }, body: { reaction_type: 'love', active } });
const NONE = { count: 0, users: [] };
const EMPTY = {
  reactions: { love: NONE, support: NONE, laugh: NONE, cry: NONE, wow: NONE },
  user_reactions: { love: false, support: false, laugh: false, cry: false, wow: false },
};

describe('reacting', () => {
  it('adds a reaction and its notification, and removes both when repeated', async () => {
    t.clock.set(NOON);
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    expect(await summaryFor(bo, checkin)).toEqual(EMPTY);
    const added = await react(t, bo, checkin, 'laugh');
    const summary = {
      count: 1,
      users: [{ user_id: bo.id, user_name: 'Bo', user_avatar_url: null, user_look: expect.any(Object) }],
    };
    expect([added.statusCode, added.json()]).toEqual([
      200,
      {
        message: 'Reaction added',
        reactions: { ...EMPTY.reactions, laugh: summary },
        user_reactions: { ...EMPTY.user_reactions, laugh: true },
      },
    ]);
    expect((await summaryFor(ana, checkin)).reactions.laugh).toEqual(summary);
    expect((await summaryFor(ana, checkin)).user_reactions).toEqual(EMPTY.user_reactions);
    expect(await listReactionNotifications(ana)).toEqual([
      {
        id: expect.any(String),
        is_read: false,
        type: 'reaction',
        checkin_id: checkin,
        comment_id: null,
        mission_id: mission,
        mission_title: 'Run 30',
        user_name: 'Bo',
        user_avatar_url: null,
        user_look: expect.any(Object),
        checkin_type: 'text',
        own_habit: null,
        is_own_checkin: true,
        reaction_type: 'laugh',
        reaction_emoji: '😂',
        content: 'Five km',
        checkin_content: 'Five km',
        points_earned: 0,
        created_at: NOON,
      },
    ]);
    const removed = await react(t, bo, checkin, 'laugh');
    expect(removed.json()).toEqual({ message: 'Reaction removed', ...EMPTY });
    expect(await listReactionNotifications(ana)).toEqual([]);
  });

  it('allows several types of reactions to one check-in, each once', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (const type of REACTION_TYPES) await react(t, bo, checkin, type);
    const summary = await summaryFor(bo, checkin);
    expect(Object.values(summary.user_reactions)).toEqual([true, true, true, true, true]);
    expect(await listReactionNotifications(ana)).toHaveLength(5);
    await react(t, bo, checkin, 'cry');
    expect(
      (await listReactionNotifications(ana)).map((row: { reaction_type: string }) => row.reaction_type).sort(),
    ).toEqual(['laugh', 'love', 'support', 'wow']);
  });

  it('does not notify a user of their own reaction, or an author who left', async () => {
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    await react(t, ana, checkin);
    expect(await listReactionNotifications(ana)).toEqual([]);
    await t.call(leaveMission, { token: ana.token, params: { id: mission } });
    expect((await react(t, bo, checkin)).json().reactions.love.count).toBe(2);
    expect(await t.db.rows("select id from notifications where user_id = $1 and type = 'reaction'", [ana.id])).toEqual(
      [],
    );
  });

  it('works in completed missions', async () => {
    t.clock.set(NOON);
    const { owner, bo, mission, checkin } = await buildDiscussion(t);
    t.clock.advance(29 * DAY + DAY);
    await t.db.rows('update sessions set last_used_at = $1', [t.clock.now()]);
    expect((await on(completeMission, owner, mission)).statusCode).toBe(204);
    expect((await react(t, bo, checkin)).json().message).toBe('Reaction added');
    t.clock.set(NOON);
  });

  it('returns strangers and former members the 404 of an unknown check-in, byte for byte', async () => {
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    const stranger = await buildUser(t);
    await t.call(leaveMission, { token: bo.token, params: { id: mission } });
    await t.call(leaveMission, { token: ana.token, params: { id: mission } });
    const calls: ((person: TestUser, id: string) => ReturnType<typeof react>)[] = [
      (person, id) => on(listReactions, person, id),
      (person, id) => react(t, person, id),
    ];
    for (const call of calls) {
      const unknown = await call(stranger, randomUUID());
      expect([unknown.statusCode, unknown.json()]).toMatchObject([
        404,
        { code: 'checkin_not_found', detail: 'Check-in not found' },
      ]);
      for (const id of [checkin, 'x', checkin.toUpperCase(), mission])
        expect((await call(stranger, id)).body).toBe(unknown.body);
      for (const gone of [ana, bo]) expect((await call(gone, checkin)).body).toBe(unknown.body);
    }
    expect(await listRows(checkin)).toEqual([]);
  });

  it('refuses an unknown type', async () => {
    const { bo, checkin } = await buildDiscussion(t);
    for (const type of ['like', '', null, 7, '❤️', ['love'], undefined]) {
      const answer = await t.call(toggleReaction, {
        token: bo.token,
        params: { id: checkin },
        body: { reaction_type: type },
      });
      expect([answer.statusCode, answer.json().detail]).toEqual([422, 'Please choose a reaction']);
    }
  });

  it('sets the result with `active`, however often repeated, and notifies once', async () => {
    t.clock.set(NOON);
    const { ana, bo, checkin } = await buildDiscussion(t);
    const setActive = async (active: unknown) => {
      const answer = await reactWith(bo, checkin, active);
      return [answer.json().message, answer.json().user_reactions.love, (await listReactionNotifications(ana)).length];
    };
    expect(await setActive(false)).toEqual(['Reaction removed', false, 0]);
    expect(await setActive(true)).toEqual(['Reaction added', true, 1]);
    const [first] = await listReactionNotifications(ana);
    t.clock.advance(1000);
    expect(await setActive(true)).toEqual(['Reaction added', true, 1]);
    expect(await listReactionNotifications(ana)).toEqual([first]);
    expect(await setActive(false)).toEqual(['Reaction removed', false, 0]);
    expect(await setActive(false)).toEqual(['Reaction removed', false, 0]);
    // Without `active` the reaction is toggled.
    expect((await react(t, bo, checkin)).json().message).toBe('Reaction added');
    expect(await setActive(true)).toEqual(['Reaction added', true, 1]);
    expect((await react(t, bo, checkin)).json().message).toBe('Reaction removed');
    for (const wrong of ['true', 1, null]) {
      const answer = await reactWith(bo, checkin, wrong);
      expect([answer.statusCode, answer.json().detail]).toEqual([422, 'active must be true or false']);
    }
    expect((await reactWith(await buildUser(t), checkin, true)).json().code).toBe('checkin_not_found');
  });

  it('leaves no rows when the mission is deleted', async () => {
    const { owner, bo, mission, checkin } = await buildDiscussion(t);
    await react(t, bo, checkin);
    expect((await on(deleteMission, owner, mission)).statusCode).toBe(204);
    expect(await listRows(checkin)).toEqual([]);
  });
});

describe('concurrent reactions', () => {
  it('leave one reaction with one notification, or neither, after 20 toggles', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => react(t, bo, checkin)));
      expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
      const rows = await listRows(checkin);
      expect(rows.length).toBeLessThanOrEqual(1);
      expect(await listReactionNotifications(ana)).toHaveLength(rows.length);
      expect((await summaryFor(bo, checkin)).user_reactions.love).toBe(rows.length === 1);
    }
  });

  it('leave one reaction after 20 requests to add it, and none after 20 to remove it', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (const active of [true, false, true]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => reactWith(bo, checkin, active)));
      for (const answer of answers)
        expect([answer.statusCode, answer.json().user_reactions.love]).toEqual([200, active]);
      expect(await listRows(checkin)).toHaveLength(active ? 1 : 0);
      expect(await listReactionNotifications(ana)).toHaveLength(active ? 1 : 0);
    }
  });

  it('count all of 20 members', async () => {
    const { owner, ana, mission, checkin } = await buildDiscussion(t);
    const crowd: TestUser[] = [];
    for (let number = 0; number < 20; number++) crowd.push(await buildUser(t));
    await buildMembers(t, owner, mission, crowd);
    await Promise.all(crowd.map((person) => react(t, person, checkin, 'wow')));
    const { wow } = (await summaryFor(ana, checkin)).reactions;
    expect([wow.count, wow.users.length]).toEqual([20, 20]);
    expect(await listReactionNotifications(ana)).toHaveLength(20);
    const [row] = (await on(listCheckins, ana, mission)).json();
    expect([row.reactions.wow.count, row.reactions.wow.users.length]).toEqual([20, 5]);
  });

  it('leave at most one notification after 50 sequential toggles', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (let time = 1; time <= 50; time++) {
      const { message } = (await react(t, bo, checkin)).json();
      expect(message).toBe(time % 2 === 1 ? 'Reaction added' : 'Reaction removed');
      expect(await listReactionNotifications(ana)).toHaveLength(time % 2);
    }
  });

  it('get valid responses and leave no rows while the mission is deleted', async () => {
    const { owner, bo, mission, checkin } = await buildDiscussion(t);
    const answers = await Promise.all([
      ...REACTION_TYPES.map((type) => react(t, bo, checkin, type)),
      on(deleteMission, owner, mission),
      ...REACTION_TYPES.map((type) => react(t, bo, checkin, type)),
    ]);
    for (const answer of answers) expect([200, 204, 404]).toContain(answer.statusCode);
    expect(await listRows(checkin)).toEqual([]);
  });
});

describe('the Cheerleader badge', () => {
  it('goes to the member with most reactions to others before the completion', async () => {
    t.clock.set(NOON);
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    const own = (await checkIn(t, bo, mission)).json().checkin.id;
    await react(t, owner, checkin, 'wow');
    await react(t, owner, own, 'wow');
    await react(t, ana, own, 'love');
    // Reactions to the user's own check-ins do not count.
    for (const type of REACTION_TYPES) await react(t, bo, own, type);
    t.clock.advance(30 * DAY);
    await t.db.rows('update sessions set last_used_at = $1', [t.clock.now()]);
    expect((await on(completeMission, owner, mission)).statusCode).toBe(204);
    t.clock.advance(1000);
    for (const type of REACTION_TYPES) await react(t, ana, own, type);
    const isCheerleader = async (person: TestUser) =>
      (await on(getCompletion, person, mission))
        .json()
        .badges.some((badge: { name: string }) => badge.name === 'Cheerleader');
    expect([await isCheerleader(owner), await isCheerleader(ana), await isCheerleader(bo)]).toEqual([
      true,
      false,
      false,
    ]);
    t.clock.set(NOON);
  });
});

describe('the feed', () => {
  it('includes the newest reactions, their number and the number of comments', async () => {
    t.clock.set(NOON);
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    for (const person of [owner, ana, bo]) {
      await react(t, person, checkin);
      t.clock.advance(1000);
    }
    await buildComment(t, bo, checkin, 'Well run');
    const [row] = (await on(listCheckins, bo, mission)).json();
    expect(row.reactions.love).toEqual({
      count: 3,
      users: [bo, ana, owner].map(({ id, name }) => ({
        user_id: id,
        user_name: name,
        user_avatar_url: null,
        user_look: expect.any(Object),
      })),
    });
    expect([row.user_reactions.love, row.user_reactions.cry, row.comments_count]).toEqual([true, false, 1]);
  });

  it('takes three statements for one row and for ten', async () => {
    t.clock.set(NOON);
    const { owner, ana, bo, mission } = await buildDiscussion(t);
    for (let day = 0; day < 12; day++) {
      t.clock.advance(DAY);
      for (const person of [ana, bo]) {
        const { id } = (await checkIn(t, person, mission)).json().checkin;
        await react(t, owner, id);
        await buildComment(t, owner, id, 'On');
      }
    }
    await on(listCheckins, owner, mission);
    const statements = watchStatements(t.db);
    const few = await t.call(listCheckins, { token: owner.token, params: { id: mission }, query: { limit: 1 } });
    const forOne = statements.texts().length;
    const many = await t.call(listCheckins, { token: owner.token, params: { id: mission } });
    const forTen = statements.texts().length - forOne;
    statements.stop();
    expect([few.json().length, many.json().length, forOne, forTen]).toEqual([1, 10, 3, 3]);
    t.clock.set(NOON);
  });
});
