import { isPassing } from './api-error.ts';
import { flushOutbox, holdItem, keepForLater, releaseItem } from './outbox.ts';
import { laneOf, type NewItem, type OutboxItem } from './outbox-item.ts';
import { outboxStore, removeItem } from './outbox-store.ts';

/** The server's answer, or what is kept on the device until there is one. */
export type Delivered<Answer> = { readonly answer: Answer } | { readonly kept: OutboxItem };

/** Others that wait and have to go before this one, or give way to it. */
const isBehind = (item: NewItem): boolean =>
  outboxStore
    .get()
    .some((other) => other.state === 'waiting' && other.user_id === item.user_id && laneOf(other) === laneOf(item));

/**
 * Does something that must not be lost: first onto this device's disk, then to the server, so that no closed tab and
 * no dead network loses it. What the server refuses is thrown and not kept: the screen still has it. A browser that
 * forbids storage sends alone.
 */
export async function deliver<Answer>(item: NewItem, send: () => Promise<Answer>): Promise<Delivered<Answer>> {
  const behind = isBehind(item);
  const kept = await keepForLater(item, behind ? 0 : holdItem()).catch(() => null);
  if (kept && behind) return { kept };
  const letGo = async () => {
    if (!kept) return;
    await removeItem(kept.client_id).catch(() => undefined);
    // What was done meanwhile waited for this one.
    if (outboxStore.get().length > 0) void flushOutbox();
  };
  try {
    const answer = await send();
    await letGo();
    return { answer };
  } catch (error) {
    if (kept && isPassing(error)) {
      await releaseItem(kept, error);
      return { kept };
    }
    await letGo();
    throw error;
  }
}
