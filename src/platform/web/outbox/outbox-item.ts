import type { Registered } from '#platform/register.ts';

/** What the product stores and receives, by kind of item; `subject` is what all its items have in common. */
type Product = Registered<
  'outbox',
  { bodies: Record<string, object>; answers: Record<string, unknown>; subject: object }
>;
type Subject = Readonly<Product['subject']>;

export type OutboxKind = Extract<keyof Product['bodies'], string>;

/** What the server answers to a kind of item. */
export type OutboxAnswer<K extends OutboxKind> = Product['answers'][K];

/** Something the user did, before it is stored and sent. Never holds a token. */
export interface NewItem<K extends OutboxKind> extends Subject {
  /** Created on the device; with it the server recognizes a repeated request. */
  readonly client_id: string;
  readonly user_id: string;
  readonly kind: K;
  readonly body: Readonly<Product['bodies'][K]>;
  readonly photo: Blob | null;
  /** When the user did it, by the device's clock: an instant in UTC. */
  readonly performed_at: string;
}

/** What becomes of an item while it is stored. */
export interface ItemState {
  /** `refused`: the server rejected it, for `reason`. It stays until the user discards it or tries again. */
  readonly state: 'waiting' | 'refused';
  readonly reason: string | null;
  /** How often sending it has failed. */
  readonly tries: number;
  /** It is not sent before this time, in milliseconds since 1970. */
  readonly not_before: number;
  /** Whether the server itself named that time (`Retry-After`). */
  readonly retry_after_named: boolean;
  /** When the server last gave no useful answer to it, in milliseconds since 1970. The previous release lacks it. */
  readonly failed_at?: number;
  /** Until this time the screen that submitted it waits for its first try, and shows the outcome itself. */
  readonly awaited_until?: number;
}

interface StoredItem<K extends OutboxKind> extends NewItem<K>, ItemState {}

/**
 * Something the user did that the server has not accepted yet, as IndexedDB has stored it: older tabs and the previous
 * release read the same rows, so no field may be renamed. It is a union, so that `kind` decides the type of `body`.
 */
export type OutboxItem<K extends OutboxKind = OutboxKind> = { [P in K]: StoredItem<P> }[K];

/** A pending item that was sent, and what the server answered. */
export interface SentItem {
  readonly item: OutboxItem;
  readonly answer: OutboxAnswer<OutboxKind>;
}

/**
 * Whether the screen that submitted the item still waits for its first try, in this tab or another: the user need not
 * see it as pending yet.
 */
export const isAwaited = (item: OutboxItem, now = Date.now()): boolean =>
  item.state === 'waiting' && item.tries === 0 && (item.awaited_until ?? 0) > now;

/** How long a failed try holds up all items, whichever tab or event wants to send them. */
const HOLD_MS = 3000;

/** Returns until when a failed try of the item holds up sending. A clock that was set back holds up nothing. */
export const heldUntil = ({ failed_at }: ItemState, now = Date.now()): number =>
  failed_at === undefined || failed_at > now ? 0 : failed_at + HOLD_MS;

export interface DueItem {
  readonly item: OutboxItem;
  readonly lane: string;
  /** Milliseconds since 1970. */
  readonly due_at: number;
}

/**
 * A user's pending items, oldest first, and when each may be sent: not before those ahead of it in its lane, and not
 * while a failed try of another item holds it up.
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
