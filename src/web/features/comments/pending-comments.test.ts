import { expect, it } from 'vitest';
import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';
import { pendingComments } from './pending-comments.ts';

const item = (fields: Partial<OutboxItem> = {}) =>
  ({
    client_id: 'c',
    kind: 'comment',
    state: 'waiting',
    performed_at: '2026-11-21T15:40:00.000Z',
    body: { checkin_id: 'k', content: 'Well done', mentions: [], parent_comment_id: null, root_id: null },
    ...fields,
  }) as OutboxItem;

it('The pending comments of a check-in exclude refused ones and those of other check-ins.', () => {
  const others = [
    item({ client_id: 'd', state: 'refused' }),
    item({ client_id: 'e', kind: 'reaction' }),
    item({ client_id: 'f', body: { checkin_id: 'other' } }),
  ];
  expect(pendingComments([item(), ...others], 'k')).toEqual([
    { client_id: 'c', performed_at: '2026-11-21T15:40:00.000Z', ...item().body },
  ]);
});
