import { describe, expect, it } from 'vitest';
import type { ReactionSummary } from '#contract/reactions.ts';
import { lookOf } from '#domain/looks.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import type { OutboxBodies } from '#web/data/outbox/outbox-item.ts';
import { buildItem } from '#web/testing/outbox-items.ts';
import { byPerson, countAll, countUnnamed, jointSummary, pendingReactions, withReaction } from './reaction-summary.ts';

const person = (name: string) => ({ user_id: name, user_name: name, user_avatar_url: null, user_look: lookOf(name) });
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
  it('come first immediately, and removing one restores the summary', () => {
    const added = withReaction(summary, { type: 'love', on: true }, me);
    expect(added.reactions.love).toEqual({ count: 3, users: [me, ana, bo] });
    expect(added.user_reactions.love).toBe(true);
    expect(withReaction(added, { type: 'love', on: false }, me)).toEqual(summary);
  });

  it('change nothing if the server already has them', () => {
    const added = withReaction(summary, { type: 'cry', on: true }, me);
    expect(withReaction(added, { type: 'cry', on: true }, me)).toBe(added);
    expect(withReaction(summary, { type: 'cry', on: false }, me)).toBe(summary);
  });
});

it('byPerson lists each person once with all their reactions', () => {
  expect(byPerson(summary).map(({ user_name, types }) => [user_name, types])).toEqual([
    ['Ana', ['love']],
    ['Bo', ['love', 'wow']],
  ]);
  expect([countAll(summary), countUnnamed(summary)]).toEqual([9, 6]);
});

it("pending presses on this check-in, except rejected ones, apply to the server's summary", () => {
  const press = (body: Partial<OutboxBodies['reaction']>, fields: Partial<OutboxItem<'reaction'>> = {}) =>
    buildItem('reaction', { body: { checkin_id: 'k', reaction_type: 'love', active: true, ...body }, ...fields });
  const items = [
    press({}),
    press({ reaction_type: 'wow', active: false }),
    press({ reaction_type: 'cry' }, { state: 'refused' }),
    buildItem('comment'),
    press({ reaction_type: 'laugh', checkin_id: 'other' }),
  ];
  const pending = pendingReactions(items, 'k');
  expect(pending).toEqual([
    { type: 'love', on: true },
    { type: 'wow', on: false },
  ]);
  const shown = pending.reduce((before, one) => withReaction(before, one, me), summary);
  expect([shown.reactions.love.count, shown.user_reactions.love]).toEqual([3, true]);
});

it('joint reactions are on if the user gave them to all, and count their people', () => {
  const mine = { ...summary, user_reactions: { ...summary.user_reactions, love: true } };
  const joint = jointSummary([mine, mine]);
  expect(joint.reactions.love).toEqual({ count: 2, users: [ana, bo] });
  // Seven people reacted to one check-in, and the feed names one of them.
  expect(joint.reactions.wow.count).toBe(7);
  expect(joint.reactions.cry.count).toBe(0);
  expect([joint.user_reactions.love, joint.user_reactions.wow]).toEqual([true, false]);
  expect(jointSummary([mine, summary]).user_reactions.love).toBe(false);
});
