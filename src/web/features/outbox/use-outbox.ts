import { useSyncExternalStore } from 'react';
import { useMe } from '#web/lib/me.ts';
import { isHeld, type OutboxItem } from '#web/lib/outbox-item.ts';
import { outboxStore } from '#web/lib/outbox-store.ts';

const NOTHING: readonly OutboxItem[] = [];

/** What of this person is still on the device alone, the oldest first. */
export function useOutbox(): readonly OutboxItem[] {
  const me = useMe();
  const items = useSyncExternalStore(outboxStore.subscribe, outboxStore.get, () => NOTHING);
  return items.filter((item) => item.user_id === me.id && !isHeld(item));
}
