import type { ItemState, NewItem, OutboxItem, OutboxKind } from '#platform/web/outbox/outbox-item.ts';
import type { OutboxBodies } from '#web/data/outbox/outbox-item.ts';

const BODIES: { [K in OutboxKind]: OutboxBodies[K] } = {
  checkin: { mission_id: 'm', type: 'tick', content: '' },
  comment: { checkin_id: 'k', content: 'Well done', mentions: [], parent_comment_id: null, root_id: null },
  reaction: { checkin_id: 'k', reaction_type: 'love', active: true },
};

/** Builds an action of the user `me`. */
export function buildNewItem<K extends OutboxKind>(kind: K, fields: Partial<NewItem<K>> = {}): NewItem<K> {
  return {
    client_id: 'c',
    user_id: 'me',
    kind,
    mission_id: 'm',
    mission_title: 'Run',
    body: BODIES[kind],
    photo: null,
    performed_at: '2026-11-21T15:00:00.000Z',
    local_day: '2026-11-21',
    ...fields,
  };
}

export function buildItem<K extends OutboxKind>(
  kind: K,
  fields: Partial<NewItem<K>> & Partial<ItemState> = {},
): OutboxItem<K> {
  const state: ItemState = { state: 'waiting', reason: null, tries: 0, not_before: 0, retry_after_named: false };
  return { ...buildNewItem(kind), ...state, ...fields };
}
