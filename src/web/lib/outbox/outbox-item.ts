/** By this the browser, the worker and the pages know what a sync is about. */
export const SYNC = 'emberkin-outbox';

/** What can wait on this device. */
export type OutboxKind = 'checkin' | 'comment' | 'reaction';

/** Something a person did that the server has not taken yet. Never holds a token. */
export interface OutboxItem {
  /** Made on the device; by it the server tells a second sending from a second deed. */
  readonly client_id: string;
  readonly user_id: string;
  /** Names who sends it. */
  readonly kind: OutboxKind;
  readonly mission_id: string;
  readonly mission_title: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly photo: Blob | null;
  /** When the person did it, by the device's clock: an instant in UTC. */
  readonly performed_at: string;
  /** The day of it on the person's calendar. */
  readonly local_day: string;
  /** Refused: the server said no, and why. It stays until the person has read it. */
  readonly state: 'waiting' | 'refused';
  readonly reason: string | null;
  readonly tries: number;
  /** Not sent before: milliseconds since 1970. */
  readonly not_before: number;
  /** The server itself named that time. */
  readonly told?: boolean;
}

/** What somebody did, before anybody tried to send it. */
export type NewItem = Omit<OutboxItem, 'state' | 'reason' | 'tries' | 'not_before' | 'told'>;

/** The page that made it is sending it right now: nothing to tell anybody yet. */
export const isHeld = (item: OutboxItem, now = Date.now()): boolean =>
  item.state === 'waiting' && item.tries === 0 && item.not_before > now;

/**
 * Items of one lane go one after the other: the comments under a check-in, so that they stand in the order in which
 * they were written; what was last wanted of a reaction. A check-in waits for nothing.
 */
export function laneOf({ kind, client_id, body }: Pick<OutboxItem, 'kind' | 'client_id' | 'body'>): string {
  if (kind === 'comment') return `comment ${body.checkin_id}`;
  if (kind === 'reaction') return `reaction ${body.checkin_id} ${body.reaction_type}`;
  return client_id;
}

interface Due {
  readonly item: OutboxItem;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A person's waiting items, the oldest first, and when each may go: not before those ahead of it in its lane. */
export function dueItems(items: readonly OutboxItem[], userId: string): Due[] {
  const lanes = new Map<string, number>();
  return items
    .filter((item) => item.user_id === userId && item.state === 'waiting')
    .sort((a, b) => a.performed_at.localeCompare(b.performed_at))
    .map((item) => {
      const lane = laneOf(item);
      const at = Math.max(item.not_before, lanes.get(lane) ?? 0);
      lanes.set(lane, at);
      return { item, at };
    });
}
