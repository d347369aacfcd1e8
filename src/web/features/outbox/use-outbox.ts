import { useStore } from 'zustand';
import { isAwaited, type OutboxItem } from '#web/lib/outbox/outbox-item.ts';
import { outboxStore } from '#web/lib/outbox/outbox-store.ts';
import { useMe } from '#web/lib/session/me.ts';

/** The user's items that are pending or were refused, oldest first. */
export function useOutbox(): readonly OutboxItem[] {
  const me = useMe();
  const items = useStore(outboxStore, (state) => state.items);
  return items.filter((item) => item.user_id === me.id && !isAwaited(item));
}
