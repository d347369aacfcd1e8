import { dayOf } from '#domain/days.ts';
import { isRetryable, isSessionOver } from '#web/lib/api/api-error.ts';
import { newClientId } from '#web/lib/client-id.ts';
import { flushOutbox, holdItem, keepForLater, releaseItem } from './outbox.ts';
import { laneOf, type NewItem, type OutboxItem } from './outbox-item.ts';
import { outboxStore, removeItem } from './outbox-store.ts';

/** A connection that says nothing for this long is none: what was done waits on the device. */
export const PATIENCE_MS = 20_000;

export const SAVED_OFFLINE = 'Kept on this device. It is sent as soon as there is a connection.';

interface Deed extends Pick<NewItem, 'kind' | 'body'> {
  readonly user: { readonly id: string; readonly timezone: string };
  readonly mission: { readonly id: string; readonly title: string };
  readonly photo?: Blob | null;
}

/** What somebody does now, as the outbox keeps it. */
export function newOutboxItem({ kind, body, user, mission, photo = null }: Deed): NewItem {
  const now = new Date();
  return {
    ...{ client_id: newClientId(), kind, body, photo },
    user_id: user.id,
    mission_id: mission.id,
    mission_title: mission.title,
    performed_at: now.toISOString(),
    local_day: dayOf(now, user.timezone),
  };
}

/** The server's answer, or what is kept on the device until there is one. */
export type Delivered<Answer> = { readonly answer: Answer } | { readonly kept: OutboxItem };

/** Others that wait and have to go before this one, or give way to it. */
const isBehind = (item: NewItem): boolean =>
  outboxStore
    .get()
    .some((other) => other.state === 'waiting' && other.user_id === item.user_id && laneOf(other) === laneOf(item));

/**
 * Does something that must not be lost: first onto this device's disk, then to the server, so that no closed tab and
 * no dead network loses it. What the server refuses is thrown and not kept: the screen still has it. When the session
 * is over the screen goes, so it is thrown and kept. A browser that forbids storage sends alone.
 */
export async function submitToOutbox<Answer>(item: NewItem, send: () => Promise<Answer>): Promise<Delivered<Answer>> {
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
    const over = isSessionOver(error);
    if (kept && (over || isRetryable(error))) {
      await releaseItem(kept, error);
      if (!over) return { kept };
      throw error;
    }
    await letGo();
    throw error;
  }
}
