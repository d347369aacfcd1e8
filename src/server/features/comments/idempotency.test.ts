import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createComment, deleteComment, listComments } from '#contract/comments.ts';
import { leaveMission } from '#contract/members.ts';
import { listNotifications } from '#contract/notifications.ts';
import { checkIn } from '../../testing/factories/missions.ts';
import { buildComment, buildDiscussion, say } from '../../testing/factories/posts.ts';
import type { TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
const fetchContents = async (person: TestUser, id: string) => {
  const answer = await t.call(listComments, { token: person.token, params: { id } });
  return answer.json().map(({ content }: { content: string }) => content);
};
const fetchNotificationTypes = async (person: TestUser): Promise<string[]> => {
  const answer = await t.call(listNotifications, { token: person.token });
  return answer
    .json()
    .notifications.map(({ type }: { type: string }) => type)
    .sort();
};

describe('a comment with a client_id', () => {
  it('is stored once when sent twice, and both requests return the first one', async () => {
    const { owner, ana, bo, checkin } = await buildDiscussion(t);
    const client_id = randomUUID();
    const first = await say(t, bo, checkin, { content: 'Well run, @Owner', mentions: [owner.id], client_id });
    t.clock.advance(1000);
    const second = await say(t, bo, checkin, { content: 'Other words', client_id });
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(await fetchContents(ana, checkin)).toEqual(['Well run, @Owner']);
    // All members were also notified of the check-in itself.
    expect([await fetchNotificationTypes(ana), await fetchNotificationTypes(owner)]).toEqual([
      ['comment'],
      ['checkin', 'mention'],
    ]);
  });

  it('is stored once and notifies once when sent 20 times concurrently', async () => {
    const { owner, ana, bo, checkin } = await buildDiscussion(t);
    const body = { content: 'Well run, @Owner', mentions: [owner.id], client_id: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => say(t, bo, checkin, body)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await fetchContents(ana, checkin)).toEqual(['Well run, @Owner']);
    expect([await fetchNotificationTypes(ana), await fetchNotificationTypes(owner)]).toEqual([
      ['comment'],
      ['checkin', 'mention'],
    ]);
    expect(await t.db.rows('select from mentions where comment_id = $1', [answers[0]!.json().id])).toHaveLength(1);
  });

  it('is another comment if another person uses the same client_id', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    const client_id = randomUUID();
    const one = await buildComment(t, ana, checkin, 'Mine', { client_id });
    t.clock.advance(1000);
    const other = await buildComment(t, bo, checkin, 'Mine, too', { client_id });
    expect(one.id).not.toBe(other.id);
    expect(await fetchContents(ana, checkin)).toEqual(['Mine', 'Mine, too']);
  });

  it('returns the first reply even if its parent was deleted since', async () => {
    const { ana, bo, checkin } = await buildDiscussion(t);
    const root = await buildComment(t, ana, checkin, 'Where?');
    const body = { content: 'By the river', parent_comment_id: root.id, client_id: randomUUID() };
    const first = (await say(t, bo, checkin, body)).json();
    await t.call(deleteComment, { token: ana.token, params: { id: root.id } });
    const again = await say(t, bo, checkin, body);
    expect([again.statusCode, again.json().id]).toEqual([201, first.id]);
  });

  it('is refused if the client_id belongs to another check-in or is malformed', async () => {
    const { ana, bo, mission, checkin } = await buildDiscussion(t);
    const other = (await checkIn(t, bo, mission)).json().checkin.id;
    const client_id = randomUUID();
    await buildComment(t, ana, checkin, 'Here', { client_id });
    const answer = await say(t, ana, other, { content: 'There', client_id });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'client_id']);
    expect(await fetchContents(ana, other)).toEqual([]);
    for (const wrong of ['x', '', 7])
      expect((await say(t, ana, checkin, { content: 'No', client_id: wrong })).statusCode).toBe(422);
  });

  it('ignores the case of the client_id', async () => {
    const { ana, checkin } = await buildDiscussion(t);
    const client_id = randomUUID();
    const first = await say(t, ana, checkin, { content: 'Here', client_id });
    const again = await say(t, ana, checkin, { content: 'Here', client_id: client_id.toUpperCase() });
    expect([again.statusCode, again.json().id]).toEqual([201, first.json().id]);
    expect(await fetchContents(ana, checkin)).toEqual(['Here']);
  });

  it('is not returned to a former member or without a session', async () => {
    const { bo, mission, checkin } = await buildDiscussion(t);
    const body = { content: 'Well run', client_id: randomUUID() };
    await say(t, bo, checkin, body);
    await t.call(leaveMission, { token: bo.token, params: { id: mission } });
    expect((await say(t, bo, checkin, body)).json().code).toBe('checkin_not_found');
    expect((await t.call(createComment, { params: { id: checkin }, body })).statusCode).toBe(401);
  });
});
