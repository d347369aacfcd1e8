import { useSyncExternalStore } from 'react';
import { isHeld, type OutboxItem } from '#web/lib/outbox/outbox-item.ts';
import { outboxStore } from '#web/lib/outbox/outbox-store.ts';
import { useMe } from '#web/lib/session/me.ts';

const NOTHING: readonly OutboxItem[] = [];

/** What of this person is still on the device alone, the oldest first. */
export function useOutbox(): readonly OutboxItem[] {
  const me = useMe();
  const items = useSyncExternalStore(outboxStore.subscribe, outboxStore.get, () => NOTHING);
  return items.filter((item) => item.user_id === me.id && !isHeld(item));
}
