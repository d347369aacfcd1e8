import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deleteComment } from '#contract/comments.ts';
import { leaveMission } from '#contract/members.ts';
import { listNotifications, type Notification } from '#contract/notifications.ts';
import { buildMembers } from '../../testing/factories/missions.ts';
import { buildComment, buildDiscussion, say } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();

/** The notifications of a person about comments. */
const fetchNotifications = async (person: TestUser): Promise<Notification[]> =>
  (await t.call(listNotifications, { token: person.token }))
    .json()
    .notifications.filter((row: Notification) => row.type !== 'checkin');
const fetchTexts = async (person: TestUser) =>
  (await fetchNotifications(person)).map(({ type, content }) => [type, content]);

describe('recipients of comment notifications', () => {
  it('include the author of the check-in, with everything that the bell shows', async () => {
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    const comment = await buildComment(t, bo, checkin, 'Well run');
    expect(await fetchNotifications(ana)).toMatchObject([
      {
        type: 'comment',
        checkin_id: checkin,
        comment_id: comment.id,
        mission_id: mission,
        user_name: 'Bo',
        is_own_checkin: true,
        content: 'Well run',
        checkin_content: 'Five km',
        points_earned: 0,
        reaction_type: null,
        reaction_emoji: null,
      },
    ]);
    expect([await fetchTexts(bo), await fetchTexts(owner)]).toEqual([[], []]);
  });

  it("exclude the comment's own author", async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    const own = await buildComment(t, ana, checkin, 'One more thing');
    await buildComment(t, ana, checkin, 'And @Ana said so', { parent_comment_id: own.id, mentions: [ana.id] });
    expect([await fetchTexts(ana), await fetchTexts(bo)]).toEqual([[], []]);
  });

  it('include the author of the parent comment or reply', async () => {
    const { owner, ana, bo, checkin } = await buildDiscussion(t);
    const root = await buildComment(t, bo, checkin, 'Where?');
    const reply = await buildComment(t, ana, checkin, 'River', { parent_comment_id: root.id });
    expect(await fetchTexts(bo)).toEqual([['comment', 'River']]);
    expect((await fetchNotifications(bo))[0]?.is_own_checkin).toBe(false);
    t.clock.advance(10);
    await buildComment(t, owner, checkin, 'Which one?', { parent_comment_id: reply.id });
    // Ana is notified once, although both the parent comment and the check-in are hers.
    expect((await fetchTexts(ana)).filter(([, content]) => content === 'Which one?')).toHaveLength(1);
    expect(await fetchTexts(bo)).toEqual([['comment', 'River']]);
  });

  it('exclude former members, for replies and mentions', async () => {
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    const root = await buildComment(t, bo, checkin, 'Bye');
    await t.call(leaveMission, { token: bo.token, params: { id: mission } });
    await buildComment(t, ana, checkin, 'Come back @Bo', { parent_comment_id: root.id, mentions: [bo.id] });
    expect(await t.db.rows('select id from notifications where user_id = $1', [bo.id])).toEqual([]);
    expect((await t.db.rows('select user_id from mentions where user_id = $1', [bo.id])).length).toBe(0);
  });
});

describe('mentions', () => {
  it("replace a member's comment notification", async () => {
    const { owner, ana, bo, checkin } = await buildDiscussion(t);
    const comment = await buildComment(t, bo, checkin, 'See this, @Owner and @Ana!', {
      mentions: [ana.id, owner.id, ana.id],
    });
    expect(comment.mentions.map((mention) => mention.user_name).sort()).toEqual(['Ana', 'Owner']);
    expect(await fetchTexts(ana)).toEqual([['mention', 'See this, @Owner and @Ana!']]);
    expect(await fetchTexts(owner)).toEqual([['mention', 'See this, @Owner and @Ana!']]);
    t.clock.advance(10);
    await buildComment(t, owner, checkin, 'Yes @Bo', { parent_comment_id: comment.id, mentions: [bo.id] });
    expect(await fetchTexts(bo)).toEqual([['mention', 'Yes @Bo']]);
  });

  it('reach only members whose @name is in the text', async () => {
    const { owner, ana, bo, mission, checkin } = await buildDiscussion(t);
    const anabel = await buildUser(t, { name: 'Anabel' });
    await buildMembers(t, owner, mission, [anabel]);
    const stranger = await buildUser(t, { name: 'Stranger' });
    const comment = await buildComment(t, bo, checkin, 'Hi @Anabel, @Stranger and Owner', {
      mentions: [ana.id, anabel.id, owner.id, stranger.id, randomUUID(), 'x'],
    });
    expect(comment.mentions).toEqual([{ user_id: anabel.id, user_name: 'Anabel' }]);
    expect([await fetchTexts(owner), await fetchTexts(stranger)]).toEqual([[], []]);
    expect((await fetchTexts(anabel)).map(([type]) => type)).toEqual(['mention']);
    // Ana is notified of the comment because the check-in is hers.
    expect((await fetchTexts(ana)).map(([type]) => type)).toEqual(['comment']);
    expect((await buildComment(t, bo, checkin, 'Hi @Ana')).mentions).toEqual([]);
  });

  it('are limited to 20 members in a comment', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    const many = await say(t, bo, checkin, { content: '@Ana', mentions: Array(21).fill(ana.id) });
    expect([many.statusCode, many.json().detail]).toEqual([422, 'A comment can name at most 20 members']);
    for (const mentions of ['x', [1], null, {}])
      expect([404, 422]).toContain((await say(t, bo, checkin, { content: '@Ana', mentions })).statusCode);
  });

  it('are deleted with their comment', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    const one = await buildComment(t, bo, checkin, 'Psst @Ana', { mentions: [ana.id] });
    await t.call(deleteComment, { token: bo.token, params: { id: one.id } });
    expect(await fetchTexts(ana)).toEqual([]);
    const root = await buildComment(t, bo, checkin, 'Psst @Ana', { mentions: [ana.id] });
    await buildComment(t, ana, checkin, 'What?', { parent_comment_id: root.id });
    await t.call(deleteComment, { token: bo.token, params: { id: root.id } });
    expect(await fetchTexts(ana)).toEqual([]);
    expect(await fetchTexts(bo)).toEqual([['comment', 'What?']]);
  });

  it('notify once for each of 20 concurrent comments that mention a member twice', async () => {
    const { ana, bo, owner, checkin } = await buildDiscussion(t);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        say(t, i % 2 ? bo : owner, checkin, { content: `${i} @Ana`, mentions: [ana.id, ana.id] }),
      ),
    );
    const texts = await fetchTexts(ana);
    expect([texts.length, new Set(texts.map(([, content]) => content)).size]).toEqual([20, 20]);
  });
});
