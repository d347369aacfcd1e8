import { v4 as uuid } from 'uuid';
import type { CheckinReceipt, createCheckin } from '#contract/checkins.ts';
import type { Comment } from '#contract/comments.ts';
import type { Answer, Input } from '#contract/endpoint.ts';
import type { toggleReaction } from '#contract/reactions.ts';
import { dayOf } from '#domain/days.ts';
import type { ReactionType } from '#domain/reactions.ts';

/** The tag of the background sync, which the browser hands to the worker and the worker to the pages. */
export const SYNC = 'emberkin-outbox';

/** What each kind of item sends. Browsers have stored it, so no field may be renamed. */
export interface OutboxBodies {
  checkin: Pick<Input<typeof createCheckin, 'body'>, 'mission_id' | 'type' | 'content' | 'day'>;
  comment: {
    readonly checkin_id: string;
    readonly content: string;
    readonly mentions: readonly string[];
    readonly parent_comment_id: string | null;
    /** The comment at the top of the thread that a reply belongs to. */
    readonly root_id: string | null;
  };
  /** A state and not a change, so that it may arrive more than once. */
  reaction: { readonly checkin_id: string; readonly reaction_type: ReactionType; readonly active: boolean };
}

/** What the server answers to each kind. */
export interface OutboxAnswers {
  checkin: CheckinReceipt;
  comment: Comment;
  reaction: Answer<typeof toggleReaction>;
}

export type OutboxKind = keyof OutboxBodies;

/** Something the user did, before it is stored and sent. Never holds a token. */
export interface NewItem<K extends OutboxKind> {
  /** Created on the device; with it the server recognizes a repeated request. */
  readonly client_id: string;
  readonly user_id: string;
  readonly kind: K;
  readonly mission_id: string;
  readonly mission_title: string;
  readonly body: Readonly<OutboxBodies[K]>;
  readonly photo: Blob | null;
  /** When the user did it, by the device's clock: an instant in UTC. */
  readonly performed_at: string;
  /** The day of it on the user's calendar; for a check-in for yesterday, that day. */
  readonly local_day: string;
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
  readonly answer: OutboxAnswers[OutboxKind];
}

interface ItemInput<K extends OutboxKind> extends Pick<NewItem<K>, 'kind' | 'body'> {
  readonly user: { readonly id: string; readonly timezone: string };
  readonly mission: { readonly id: string; readonly title: string };
  readonly photo?: Blob | null;
}

/** An item for what the user does at this moment. */
export function newOutboxItem<K extends OutboxKind>(input: ItemInput<K>): NewItem<K> {
  const { kind, body, user, mission, photo = null } = input;
  const now = new Date();
  return {
    // By which the server recognizes a repeated request (docs/rules.md#offline).
    ...{ client_id: uuid(), kind, body, photo },
    user_id: user.id,
    mission_id: mission.id,
    mission_title: mission.title,
    performed_at: now.toISOString(),
    local_day: dayOf(now, user.timezone),
  };
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
