import { describe, expect, it } from 'vitest';
import type { ReactionSummary } from '#contract/reactions.ts';
import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';
import { byPerson, countAll, countUnnamed, pendingReactions, withReaction } from './reaction-summary.ts';

const person = (name: string) => ({ user_id: name, user_name: name, user_avatar_url: null });
const [me, ana, bo] = [person('Me'), person('Ana'), person('Bo')];
const none = { count: 0, users: [] };
const summary: ReactionSummary = {
  reactions: {
    love: { count: 2, users: [ana, bo] },
    support: none,
    laugh: none,
    cry: none,
    wow: { count: 7, users: [bo] },
  },
  user_reactions: { love: false, support: false, laugh: false, cry: false, wow: false },
};

describe('pending reactions', () => {
  it('A pending reaction is listed first at once, and removing it restores the summary.', () => {
    const withLove = withReaction(summary, { type: 'love', on: true }, me);
    expect(withLove.reactions.love).toEqual({ count: 3, users: [me, ana, bo] });
    expect(withLove.user_reactions.love).toBe(true);
    expect(withReaction(withLove, { type: 'love', on: false }, me)).toEqual(summary);
  });

  it('A reaction that the server already has changes nothing.', () => {
    const withCry = withReaction(summary, { type: 'cry', on: true }, me);
    expect(withReaction(withCry, { type: 'cry', on: true }, me)).toBe(withCry);
    expect(withReaction(summary, { type: 'cry', on: false }, me)).toBe(summary);
  });
});

it('Each person is listed once with all their reactions.', () => {
  expect(byPerson(summary).map(({ user_name, types }) => [user_name, types])).toEqual([
    ['Ana', ['love']],
    ['Bo', ['love', 'wow']],
  ]);
  expect([countAll(summary), countUnnamed(summary)]).toEqual([9, 6]);
});

it("Pending reactions are applied on top of the server's summary.", () => {
  const item = (reaction_type: string, active: boolean, fields: object = {}) =>
    ({
      kind: 'reaction',
      state: 'waiting',
      body: { checkin_id: 'k', reaction_type, active },
      ...fields,
    }) as unknown as OutboxItem;
  const items = [
    item('love', true),
    item('wow', false),
    item('cry', true, { state: 'refused' }),
    item('laugh', true, { kind: 'comment' }),
    item('laugh', true, { body: { checkin_id: 'other' } }),
  ];
  const pending = pendingReactions(items, 'k');
  expect(pending).toEqual([
    { type: 'love', on: true },
    { type: 'wow', on: false },
  ]);
  const shown = pending.reduce((now, wanted) => withReaction(now, wanted, me), summary);
  expect([shown.reactions.love.count, shown.user_reactions.love]).toEqual([3, true]);
});
