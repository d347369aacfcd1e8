import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { type Comment, createComment, deleteComment, listComments } from '#contract/comments.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildComment, buildDiscussion, say } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();

const listed = (person: TestUser, id: string, query: Record<string, string | number> = {}) =>
  t.call(listComments, { token: person.token, params: { id }, query });
const commentsFor = async (person: TestUser, id: string, query = {}): Promise<Comment[]> =>
  (await listed(person, id, query)).json();
const remove = (person: TestUser, id: string) => t.call(deleteComment, { token: person.token, params: { id } });
const leave = (person: TestUser, mission: string) =>
  t.call(leaveMission, { token: person.token, params: { id: mission } });
const countFor = async (person: TestUser, mission: string) =>
  (await t.call(listCheckins, { token: person.token, params: { id: mission } })).json()[0].comments_count;
const text = (comments: readonly { content: string }[]) => comments.map((comment) => comment.content);

describe('commenting', () => {
  it('shows every member the comment as it was written', async () => {
    t.clock.set(NOON);
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    const answer = await say(t, bo, checkin, { content: '  <b>Well</b> run \u0000\n\nhttps://example.org  ' });
    const comment = {
      id: expect.any(String),
      user_id: bo.id,
      user_name: 'Bo',
      user_avatar_url: null,
      user_look: expect.any(Object),
      content: '<b>Well</b> run \n\nhttps://example.org',
      mentions: [],
      created_at: NOON,
      is_removed: false,
      replies: [],
      replies_count: 0,
    };
    expect([answer.statusCode, answer.json()]).toEqual([201, { ...comment, can_delete: true }]);
    expect(await commentsFor(ana, checkin)).toEqual([{ ...comment, can_delete: false }]);
    expect(await commentsFor(owner, checkin)).toEqual([{ ...comment, can_delete: true }]);
    expect(await countFor(ana, mission)).toBe(1);
  });

  it('lists replies, and replies to replies, under the same comment', async () => {
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    const root = await buildComment(t, bo, checkin, 'Where?');
    t.clock.advance(10);
    const reply = await buildComment(t, ana, checkin, 'By the river', { parent_comment_id: root.id });
    t.clock.advance(10);
    await buildComment(t, bo, checkin, 'Nice', { parent_comment_id: reply.id });
    t.clock.advance(10);
    await buildComment(t, bo, checkin, 'And tomorrow?');
    const comments = await commentsFor(ana, checkin);
    expect(comments.map(({ content, replies, replies_count }) => [content, text(replies), replies_count])).toEqual([
      ['Where?', ['By the river', 'Nice'], 2],
      ['And tomorrow?', [], 0],
    ]);
    expect(await countFor(bo, mission)).toBe(4);
  });

  it('lists comments in pages, oldest first', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (let number = 1; number <= 7; number++) {
      t.clock.advance(10);
      await buildComment(t, bo, checkin, `No ${number}`);
    }
    const first = await commentsFor(ana, checkin, { limit: 3 });
    const second = await commentsFor(ana, checkin, { limit: 3, after: first[2]!.id });
    const third = await commentsFor(ana, checkin, { limit: 3, after: second[2]!.id });
    expect([first, second, third].map(text)).toEqual([['No 1', 'No 2', 'No 3'], ['No 4', 'No 5', 'No 6'], ['No 7']]);
    for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 'x' }, { after: 'x' }])
      expect((await listed(ana, checkin, query)).statusCode).toBe(422);
  });

  it('returns a comment with its first hundred replies, and the rest in pages', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    const root = await buildComment(t, bo, checkin, 'How many?');
    t.clock.advance(10);
    const next = await buildComment(t, bo, checkin, 'And here?');
    for (let number = 1; number <= 103; number++) {
      t.clock.advance(10);
      await buildComment(t, ana, checkin, `${number}`, { parent_comment_id: root.id });
    }
    const [first] = await commentsFor(ana, checkin);
    expect([first!.replies.length, first!.replies_count]).toEqual([100, 103]);
    const rest = await commentsFor(ana, checkin, { parent_comment_id: root.id, after: first!.replies[99]!.id });
    expect(text(rest)).toEqual(['101', '102', '103']);
    expect(await commentsFor(ana, checkin, { parent_comment_id: next.id })).toEqual([]);
    for (const id of [randomUUID(), 'x', rest[0]!.id]) {
      const answer = await listed(ana, checkin, { parent_comment_id: id });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'comment_not_found']);
    }
  });

  it('stores all of 20 concurrent comments', async () => {
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    const root = await buildComment(t, bo, checkin, 'Go');
    t.clock.advance(10);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        say(t, i % 2 ? ana : bo, checkin, { content: `${i}`, ...(i % 4 < 2 && { parent_comment_id: root.id }) }),
      ),
    );
    expect(await countFor(ana, mission)).toBe(21);
    const comments = await commentsFor(ana, checkin);
    expect([comments.length, comments[0]?.replies_count]).toEqual([11, 10]);
  });

  it('requires 1 to 1000 characters after trimming', async () => {
    const { bo, checkin } = await buildDiscussion(t);
    const sayings: [unknown, string][] = [
      ['', 'Comment is required'],
      [' \n\u0000 ', 'Comment is required'],
      ['x'.repeat(1001), 'Comment can have at most 1000 characters'],
      [null, 'Comment is required'],
      [{ a: 1 }, 'Comment is required'],
    ];
    for (const [content, detail] of sayings) {
      const answer = await say(t, bo, checkin, { content });
      expect([answer.statusCode, answer.json().detail]).toEqual([422, detail]);
    }
    expect((await say(t, bo, checkin, { content: `  ${'🔥'.repeat(500)}  ` })).statusCode).toBe(201);
  });

  it('ignores fields that only the server may set', async () => {
    t.clock.set(NOON);
    const { ana, bo, checkin } = await buildDiscussion(t);
    const forged = { id: randomUUID(), user_id: ana.id, created_at: '2020-01-01T00:00:00Z', is_removed: true };
    const comment = await buildComment(t, bo, checkin, 'Mine', forged);
    expect(comment).toMatchObject({ user_id: bo.id, created_at: NOON, is_removed: false });
    expect(comment.id).not.toBe(forged.id);
  });

  it('accepts a reply only to a comment of the same check-in', async () => {
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    const other = (await checkIn(t, bo, mission)).json().checkin.id;
    const elsewhere = await buildMission(t, owner);
    const foreign = (await checkIn(t, owner, elsewhere)).json().checkin.id;
    const theirs = await buildComment(t, owner, foreign, 'Elsewhere');
    const beside = await buildComment(t, bo, other, 'Beside');
    const gone = await buildComment(t, bo, checkin, 'Gone');
    await remove(bo, gone.id);
    const parents = [randomUUID(), 'x', beside.id, theirs.id, gone.id, checkin];
    const bodies = new Set<string>();
    for (const parent_comment_id of parents) {
      const answer = await say(t, ana, checkin, { content: 'Hm', parent_comment_id });
      expect(answer.statusCode).toBe(404);
      bodies.add(answer.body);
    }
    expect([...bodies].map((body) => JSON.parse(body))).toMatchObject([
      { code: 'comment_not_found', detail: 'Comment not found' },
    ]);
    expect(await commentsFor(ana, checkin)).toEqual([]);
  });

  it('returns strangers and former members the 404 of an unknown check-in, byte for byte', async () => {
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    const comment = await buildComment(t, bo, checkin, 'Still here');
    const stranger = await buildUser(t);
    const unknown = await listed(stranger, randomUUID());
    expect([unknown.statusCode, unknown.json()]).toMatchObject([
      404,
      { code: 'checkin_not_found', detail: 'Check-in not found' },
    ]);
    const noComment = await remove(stranger, randomUUID());
    expect([noComment.statusCode, noComment.json().code]).toEqual([404, 'comment_not_found']);
    await leave(bo, mission);
    await leave(ana, mission);
    for (const outsider of [stranger, ana, bo]) {
      for (const id of [checkin, 'x']) {
        expect((await listed(outsider, id)).body).toBe(unknown.body);
        expect((await say(t, outsider, id, { content: 'Hi' })).body).toBe(unknown.body);
      }
      for (const id of [comment.id, 'x', checkin]) expect((await remove(outsider, id)).body).toBe(noComment.body);
    }
  });
});

describe('deleting a comment', () => {
  it('is allowed only for its author and the owner of the mission', async () => {
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    const [one, two] = [await buildComment(t, bo, checkin, 'One'), await buildComment(t, bo, checkin, 'Two')];
    // The check-in is Ana's, which does not allow her to delete comments of others.
    const refused = await remove(ana, one.id);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'forbidden', detail: 'Only its author and the owner of the mission can delete a comment' },
    ]);
    const answer = await remove(bo, one.id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await remove(owner, two.id)).statusCode).toBe(204);
    expect(await commentsFor(ana, checkin)).toEqual([]);
    expect(await countFor(ana, mission)).toBe(0);
    expect((await remove(bo, one.id)).json().code).toBe('comment_not_found');
  });

  it.each([
    ['ms-MY', 'Komen ini telah dibuang'],
    ['zh', '该评论已移除'],
    ['ar', 'أُزيل هذا التعليق'],
    ['en', 'This comment was removed'],
  ])('says that a comment was removed in the language of the request, %s', async (language, sentence) => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    const root = await buildComment(t, bo, checkin, 'Gone soon');
    await buildComment(t, ana, checkin, 'What?', { parent_comment_id: root.id });
    await remove(bo, root.id);
    const headers = { 'accept-language': language };
    const answer = await t.call(listComments, { token: ana.token, params: { id: checkin }, query: {}, headers });
    expect((answer.json() as Comment[])[0]!.content).toBe(sentence);
  });

  it('removes all its text but leaves the comment if it has replies', async () => {
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    const root = await buildComment(t, bo, checkin, 'A secret for @Ana', { mentions: [ana.id] });
    t.clock.advance(10);
    const reply = await buildComment(t, ana, checkin, 'What?', { parent_comment_id: root.id });
    await remove(bo, root.id);
    const [place] = await commentsFor(owner, checkin);
    expect(place).toMatchObject({
      id: root.id,
      content: 'This comment was removed',
      user_id: null,
      user_name: '',
      mentions: [],
      is_removed: true,
      can_delete: false,
      replies: [{ id: reply.id, content: 'What?' }],
    });
    expect(await t.db.rows('select content from comments where id = $1', [root.id])).toEqual([{ content: '' }]);
    expect(await t.db.rows('select user_id from mentions where comment_id = $1', [root.id])).toEqual([]);
    expect(await countFor(ana, mission)).toBe(1);
    for (const person of [bo, owner]) expect((await remove(person, root.id)).statusCode).toBe(404);
    // Replies to a reply are still possible. The empty comment disappears with the last reply.
    const late = await buildComment(t, bo, checkin, 'Nothing', { parent_comment_id: reply.id });
    await remove(ana, reply.id);
    expect(text((await commentsFor(ana, checkin))[0]!.replies)).toEqual(['Nothing']);
    await remove(bo, late.id);
    expect(await commentsFor(ana, checkin)).toEqual([]);
    expect(await t.db.rows('select id from comments where checkin_id = $1', [checkin])).toEqual([]);
  });

  it('succeeds for one of 20 concurrent requests', async () => {
    const { owner, bo, checkin } = await buildDiscussion(t);
    const comment = await buildComment(t, bo, checkin, 'Once');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => remove(i % 2 ? owner : bo, comment.id)));
    expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 404)).toHaveLength(19);
  });

  it('stores or refuses a concurrent reply, and never orphans it', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    for (let round = 0; round < 8; round++) {
      const root = await buildComment(t, bo, checkin, 'Root');
      const [gone, ...replies] = await Promise.all([
        remove(bo, root.id),
        ...Array.from({ length: 4 }, () => say(t, ana, checkin, { content: 'Reply', parent_comment_id: root.id })),
      ]);
      expect(gone.statusCode).toBe(204);
      const stored = replies.filter((answer) => answer.statusCode === 201);
      for (const answer of replies) expect([201, 404]).toContain(answer.statusCode);
      const rows = await t.db.rows('select id from comments where parent_id = $1', [root.id]);
      expect(rows).toHaveLength(stored.length);
    }
  });

  it('leaves no comment behind when the mission is deleted concurrently', async () => {
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    const root = await buildComment(t, bo, checkin, 'Root');
    const answers = await Promise.all([
      say(t, ana, checkin, { content: 'Reply', parent_comment_id: root.id }),
      remove(bo, root.id),
      t.call(deleteMission, { token: owner.token, params: { id: mission } }),
      say(t, ana, checkin, { content: 'More' }),
    ]);
    for (const answer of answers) expect([201, 204, 404]).toContain(answer.statusCode);
    expect(await t.db.rows('select id from comments where checkin_id = $1', [checkin])).toEqual([]);
  });
});

describe('the rate', () => {
  it('allows thirty comments a minute', async () => {
    const limited = await testApp({ rate_limits: true });
    const person = await buildUser(limited);
    const comment = () =>
      limited.call(createComment, { token: person.token, params: { id: randomUUID() }, body: { content: 'x' } });
    const answers = await Promise.all(Array.from({ length: 31 }, comment));
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(1);
  });
});
