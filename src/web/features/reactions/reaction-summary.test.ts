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

describe('a reaction on its way', () => {
  it('stands first at once, and is gone without a trace when it is taken back', () => {
    const given = withReaction(summary, { type: 'love', on: true }, me);
    expect(given.reactions.love).toEqual({ count: 3, users: [me, ana, bo] });
    expect(given.user_reactions.love).toBe(true);
    expect(withReaction(given, { type: 'love', on: false }, me)).toEqual(summary);
  });

  it('changes nothing that the server has done already', () => {
    const given = withReaction(summary, { type: 'cry', on: true }, me);
    expect(withReaction(given, { type: 'cry', on: true }, me)).toBe(given);
    expect(withReaction(summary, { type: 'cry', on: false }, me)).toBe(summary);
  });
});

it('who reacted is each person once', () => {
  expect(byPerson(summary).map(({ user_name, types }) => [user_name, types])).toEqual([
    ['Ana', ['love']],
    ['Bo', ['love', 'wow']],
  ]);
  expect([countAll(summary), countUnnamed(summary)]).toEqual([9, 6]);
});

it('what waits on this device is laid over what the server said', () => {
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
  const kept = pendingReactions(items, 'k');
  expect(kept).toEqual([
    { type: 'love', on: true },
    { type: 'wow', on: false },
  ]);
  const shown = kept.reduce((now, wanted) => withReaction(now, wanted, me), summary);
  expect([shown.reactions.love.count, shown.user_reactions.love]).toEqual([3, true]);
});
