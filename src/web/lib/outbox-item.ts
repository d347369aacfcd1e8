/** Something a person did that the server has not taken yet. Never holds a token. */
export interface OutboxItem {
  /** Made on the device; by it the server tells a second sending from a second deed. */
  readonly client_id: string;
  readonly user_id: string;
  /** Names the sender in `SENDERS`. */
  readonly kind: string;
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
}

/** The page that made it is sending it right now: nothing to tell anybody yet. */
export const isHeld = (item: OutboxItem, now = Date.now()): boolean => item.tries === 0 && item.not_before > now;
