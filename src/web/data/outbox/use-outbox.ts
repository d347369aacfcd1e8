import { useStore } from 'zustand';
import { useMe } from '#web/data/me.ts';
import { isAwaited, type OutboxItem } from './outbox-item.ts';
import { outboxStore } from './outbox-store.ts';

/** The user's items that are pending or were refused, oldest first. */
export function useOutbox(): readonly OutboxItem[] {
  const me = useMe();
  const items = useStore(outboxStore, (state) => state.items);
  return items.filter((item) => item.user_id === me.id && !isAwaited(item));
}
