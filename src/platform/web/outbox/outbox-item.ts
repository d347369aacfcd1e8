import type { Registered } from '#platform/register.ts';

/** The product's bodies and responses by kind of item; `subject` has the fields that all items share. */
type Product = Registered<
  'outbox',
  { bodies: Record<string, object>; answers: Record<string, unknown>; subject: object }
>;
type Subject = Readonly<Product['subject']>;

export type OutboxKind = Extract<keyof Product['bodies'], string>;

export type OutboxAnswer<K extends OutboxKind> = Product['answers'][K];

/** An action of the user before it is stored and sent. Never contains a token. */
export interface NewItem<K extends OutboxKind> extends Subject {
  /** Created on the device. The server recognizes repeated requests with it. */
  readonly client_id: string;
  readonly user_id: string;
  readonly kind: K;
  readonly body: Readonly<Product['bodies'][K]>;
  readonly photo: Blob | null;
  /** When the user did it: an instant in UTC by the device's clock. */
  readonly performed_at: string;
}

export interface ItemState {
  /** `refused`: the server rejected it, for `reason`. It stays until the user discards or retries it. */
  readonly state: 'waiting' | 'refused';
  readonly reason: string | null;
  readonly tries: number;
  /** The earliest time to send it, in milliseconds since 1970. */
  readonly not_before: number;
  /** Whether the server requested that time (`Retry-After`). */
  readonly retry_after_named: boolean;
  /** When the last attempt failed, in milliseconds since 1970. Items of the previous release lack it. */
  readonly failed_at?: number;
  /** Until this time the screen that submitted the item waits for its first attempt and shows the result itself. */
  readonly awaited_until?: number;
}

interface StoredItem<K extends OutboxKind> extends NewItem<K>, ItemState {}

/**
 * An item that the server has not accepted yet, as IndexedDB stores it.
 *
 * Older tabs and the previous release read the same rows, so no field may be renamed. It is a union, so `kind`
 * determines the type of `body`.
 */
export type OutboxItem<K extends OutboxKind = OutboxKind> = { [P in K]: StoredItem<P> }[K];

export interface SentItem {
  readonly item: OutboxItem;
  readonly answer: OutboxAnswer<OutboxKind>;
}

/**
 * Returns true while the submitting screen waits for the first attempt, in this tab or another.
 *
 * The item is not shown as pending before that ends.
 */
export const isAwaited = (item: OutboxItem, now = Date.now()): boolean =>
  item.state === 'waiting' && item.tries === 0 && (item.awaited_until ?? 0) > now;

/** How long a failed attempt blocks all items, whichever tab or event tries to send them. */
const HOLD_MS = 3000;

/** Returns until when the item's failed attempt blocks sending, or 0 if the clock was set back. */
export const heldUntil = ({ failed_at }: ItemState, now = Date.now()): number =>
  failed_at === undefined || failed_at > now ? 0 : failed_at + HOLD_MS;

export interface DueItem {
  readonly item: OutboxItem;
  readonly lane: string;
  readonly due_at: number;
}

/**
 * Lists a user's pending items, oldest first, with the time from which each may be sent.
 *
 * An item waits for earlier items of its lane and for the block after another item's failed attempt.
 */
export function dueItems(
  items: readonly OutboxItem[],
  userId: string,
  laneOf: (item: OutboxItem) => string,
): readonly DueItem[] {
  const lanes = new Map<string, number>();
  const pending = items.filter((item) => item.user_id === userId && item.state === 'waiting');
  const [last, lastOfOthers] = pending
    .map((item) => ({ item, until: heldUntil(item) }))
    .sort((a, b) => b.until - a.until);
  return pending
    .sort((a, b) => a.performed_at.localeCompare(b.performed_at))
    .map((item) => {
      const lane = laneOf(item);
      const held = last?.item === item ? lastOfOthers?.until : last?.until;
      const due_at = Math.max(item.not_before, lanes.get(lane) ?? 0, held ?? 0);
      lanes.set(lane, due_at);
      return { item, lane, due_at };
    });
}
