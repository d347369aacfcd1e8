import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { listReactions, toggleReaction } from '#contract/reactions.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { buildMembers, checkIn } from '../../testing/factories/missions.ts';
import { buildComment, buildDiscussion, react } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;
const on = (endpoint: Endpoint, person: TestUser, id: string) =>
  t.call(endpoint, { token: person.token, params: { id } });
const summaryFor = async (person: TestUser, checkin: string) => (await on(listReactions, person, checkin)).json();
const bellOf = async (person: TestUser) => (await t.call(listNotifications, { token: person.token })).json();
const reactionNews = async (person: TestUser) =>
  (await bellOf(person)).notifications.filter((row: { type: string }) => row.type === 'reaction');
const rowsOf = (checkin: string) =>
  t.db.rows<{ user_id: string; type: string }>('select user_id, type from reactions where checkin_id = $1', [checkin]);
const reactWith = (person: TestUser, id: string, active: unknown) =>
  t.call(toggleReaction, { token: person.token, params: { id }, body: { reaction_type: 'love', active } });
const NONE = { count: 0, users: [] };
const EMPTY = {
  reactions: { love: NONE, support: NONE, laugh: NONE, cry: NONE, wow: NONE },
  user_reactions: { love: false, support: false, laugh: false, cry: false, wow: false },
};

describe('reacting', () => {
  it('adds, answers the summary, tells the author, and the same again takes all of it back', async () => {
    t.clock.set(NOON);
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    expect(await summaryFor(bo, checkin)).toEqual(EMPTY);
    const added = await react(t, bo, checkin, 'laugh');
    const given = { count: 1, users: [{ user_id: bo.id, user_name: 'Bo', user_avatar_url: null }] };
    expect([added.statusCode, added.json()]).toEqual([
      200,
      {
        message: 'Reaction added',
        reactions: { ...EMPTY.reactions, laugh: given },
        user_reactions: { ...EMPTY.user_reactions, laugh: true },
      },
    ]);
    expect((await summaryFor(ana, checkin)).reactions.laugh).toEqual(given);
    expect((await summaryFor(ana, checkin)).user_reactions).toEqual(EMPTY.user_reactions);
    expect(await reactionNews(ana)).toEqual([
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
        checkin_type: 'text',
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
    expect(await reactionNews(ana)).toEqual([]);
  });

  it('keeps several types of one member, each once', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (const type of REACTION_TYPES) await react(t, bo, checkin, type);
    const summary = await summaryFor(bo, checkin);
    expect(Object.values(summary.user_reactions)).toEqual([true, true, true, true, true]);
    expect(await reactionNews(ana)).toHaveLength(5);
    await react(t, bo, checkin, 'cry');
    expect((await reactionNews(ana)).map((row: { reaction_type: string }) => row.reaction_type).sort()).toEqual([
      'laugh',
      'love',
      'support',
      'wow',
    ]);
  });

  it('tells nobody of one’s own, nor an author who left', async () => {
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    await react(t, ana, checkin);
    expect(await reactionNews(ana)).toEqual([]);
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

  it('is for members alone: others get what a made-up id gets, byte for byte', async () => {
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
      expect([unknown.statusCode, unknown.json()]).toEqual([
        404,
        { code: 'checkin_not_found', detail: 'Check-in not found' },
      ]);
      for (const id of [checkin, 'x', checkin.toUpperCase(), mission])
        expect((await call(stranger, id)).body).toBe(unknown.body);
      for (const gone of [ana, bo]) expect((await call(gone, checkin)).body).toBe(unknown.body);
    }
    expect(await rowsOf(checkin)).toEqual([]);
  });

  it('refuses what is no reaction', async () => {
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

  it('is given or taken back by `active`, however often it is said, and tells once', async () => {
    t.clock.set(NOON);
    const { ana, bo, checkin } = await buildDiscussion(t);
    const said = async (active: unknown) => {
      const answer = await reactWith(bo, checkin, active);
      return [answer.json().message, answer.json().user_reactions.love, (await reactionNews(ana)).length];
    };
    expect(await said(false)).toEqual(['Reaction removed', false, 0]);
    expect(await said(true)).toEqual(['Reaction added', true, 1]);
    const [first] = await reactionNews(ana);
    t.clock.advance(1000);
    expect(await said(true)).toEqual(['Reaction added', true, 1]);
    expect(await reactionNews(ana)).toEqual([first]);
    expect(await said(false)).toEqual(['Reaction removed', false, 0]);
    expect(await said(false)).toEqual(['Reaction removed', false, 0]);
    // Without it a press changes what is there (Spec 4).
    expect((await react(t, bo, checkin)).json().message).toBe('Reaction added');
    expect(await said(true)).toEqual(['Reaction added', true, 1]);
    expect((await react(t, bo, checkin)).json().message).toBe('Reaction removed');
    for (const wrong of ['true', 1, null]) {
      const answer = await reactWith(bo, checkin, wrong);
      expect([answer.statusCode, answer.json().detail]).toEqual([422, 'active is true or false']);
    }
    expect((await reactWith(await buildUser(t), checkin, true)).json().code).toBe('checkin_not_found');
  });

  it('goes with its mission', async () => {
    const { owner, bo, mission, checkin } = await buildDiscussion(t);
    await react(t, bo, checkin);
    expect((await on(deleteMission, owner, mission)).statusCode).toBe(204);
    expect(await rowsOf(checkin)).toEqual([]);
  });
});

describe('at once', () => {
  it('twenty toggles of one member leave one row with one notification, or none of both', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => react(t, bo, checkin)));
      expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
      const rows = await rowsOf(checkin);
      expect(rows.length).toBeLessThanOrEqual(1);
      expect(await reactionNews(ana)).toHaveLength(rows.length);
      expect((await summaryFor(bo, checkin)).user_reactions.love).toBe(rows.length === 1);
    }
  });

  it('twenty that want it given leave one row with one notification, and twenty that do not leave none', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (const active of [true, false, true]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => reactWith(bo, checkin, active)));
      for (const answer of answers)
        expect([answer.statusCode, answer.json().user_reactions.love]).toEqual([200, active]);
      expect(await rowsOf(checkin)).toHaveLength(active ? 1 : 0);
      expect(await reactionNews(ana)).toHaveLength(active ? 1 : 0);
    }
  });

  it('twenty members all count', async () => {
    const { owner, ana, mission, checkin } = await buildDiscussion(t);
    const crowd: TestUser[] = [];
    for (let number = 0; number < 20; number++) crowd.push(await buildUser(t));
    await buildMembers(t, owner, mission, crowd);
    await Promise.all(crowd.map((person) => react(t, person, checkin, 'wow')));
    const { wow } = (await summaryFor(ana, checkin)).reactions;
    expect([wow.count, wow.users.length]).toEqual([20, 20]);
    expect(await reactionNews(ana)).toHaveLength(20);
    const [row] = (await on(listCheckins, ana, mission)).json();
    expect([row.reactions.wow.count, row.reactions.wow.users.length]).toEqual([20, 5]);
  });

  it('fifty toggles one after the other leave at most one notification', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (let time = 1; time <= 50; time++) {
      const { message } = (await react(t, bo, checkin)).json();
      expect(message).toBe(time % 2 === 1 ? 'Reaction added' : 'Reaction removed');
      expect(await reactionNews(ana)).toHaveLength(time % 2);
    }
  });

  it('of reactions and the deletion of the mission one is first, and nothing breaks', async () => {
    const { owner, bo, mission, checkin } = await buildDiscussion(t);
    const answers = await Promise.all([
      ...REACTION_TYPES.map((type) => react(t, bo, checkin, type)),
      on(deleteMission, owner, mission),
      ...REACTION_TYPES.map((type) => react(t, bo, checkin, type)),
    ]);
    for (const answer of answers) expect([200, 204, 404]).toContain(answer.statusCode);
    expect(await rowsOf(checkin)).toEqual([]);
  });
});

describe('Cheerleader', () => {
  it('is who gave the most to others until the mission was completed', async () => {
    t.clock.set(NOON);
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    const own = (await checkIn(t, bo, mission)).json().checkin.id;
    await react(t, owner, checkin, 'wow');
    await react(t, owner, own, 'wow');
    await react(t, ana, own, 'love');
    // Cheers for oneself are welcome and do not count.
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
  it('carries the summary with the newest first and the number of comments', async () => {
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
      users: [bo, ana, owner].map(({ id, name }) => ({ user_id: id, user_name: name, user_avatar_url: null })),
    });
    expect([row.user_reactions.love, row.user_reactions.cry, row.comments_count]).toEqual([true, false, 1]);
  });

  it('asks the database once for the session, once for the member and once for all rows', async () => {
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
    const asked = vi.spyOn(t.db.pool, 'query');
    const few = await t.call(listCheckins, { token: owner.token, params: { id: mission }, query: { limit: 1 } });
    const forOne = asked.mock.calls.length;
    const many = await t.call(listCheckins, { token: owner.token, params: { id: mission } });
    const forTen = asked.mock.calls.length - forOne;
    asked.mockRestore();
    expect([few.json().length, many.json().length, forOne, forTen]).toEqual([1, 10, 3, 3]);
    t.clock.set(NOON);
  });
});
