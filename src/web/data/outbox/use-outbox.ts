import { useMemo } from 'react';
import { useStore } from 'zustand';
import { isAwaited, type OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { outboxStore } from '#platform/web/outbox/outbox-store.ts';
import { useMe } from '#web/data/me.ts';

/** Includes first attempts in flight, because an action counts from the press on. */
export function useStoredItems(): readonly OutboxItem[] {
  const me = useMe();
  const items = useStore(outboxStore, (state) => state.items);
  return useMemo(() => items.filter((item) => item.user_id === me.id), [items, me.id]);
}

/** Returns the user's pending and rejected items, oldest first. */
export const useOutbox = (): readonly OutboxItem[] => useStoredItems().filter((item) => !isAwaited(item));
