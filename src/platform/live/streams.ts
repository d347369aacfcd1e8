import type { ServerResponse } from 'node:http';
import type { Hint } from '#platform/db/transaction.ts';
import type { Clock } from '#platform/lib/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import {
  LIVE_BEHIND_BYTES,
  LIVE_HEARTBEAT_SECONDS,
  LIVE_MINUTES_MAX,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_USER,
} from '#platform/lib/live-limits.ts';

/** How long a client can take to read the last event before the connection is cut. */
const LAST_EVENT_MS = 2 * SECOND_MS;
/**
 * Each stream lives for a random share from this to 1 of LIVE_MINUTES_MAX, so clients do not all reconnect together.
 */
const SHORTEST_LIFE = 0.8;

export interface StreamOwner {
  readonly user_id: string;
  /** The session, or the API token. */
  readonly session_id: string;
  /** Whether an API token opened it. A program's stream never closes a page's stream. */
  readonly is_program: boolean;
}

/** The last event of a stream. The client must not reconnect if a newer stream replaced it. */
interface Goodbye {
  readonly kind: 'goodbye';
  readonly reconnect: boolean;
}

interface Stream extends StreamOwner {
  readonly raw: ServerResponse;
  readonly opened_at: number;
  readonly life_ms: number;
  written_at: number;
}

export interface Streams {
  readonly size: number;
  readonly sessions: readonly string[];
  hasRoom(): boolean;
  /**
   * Adds a response whose head was sent, unless its client hung up. A user's sixth stream of pages, or of programs,
   * closes the oldest.
   */
  add(owner: StreamOwner, raw: ServerResponse): void;
  send(userId: string, hints: Iterable<string>): void;
  sendAll(hint: Hint): void;
  tick(): void;
  /** Ends the streams of all other sessions. */
  endOtherSessions(valid: ReadonlySet<string>): void;
  end(): void;
}

const eventOf = (json: string) => `data: ${json}\n\n`;
// An absolute value, so streams do not live for hours after the clock is set back.
const since = (then: number, now: number) => Math.abs(now - then);

function makeStreamTable() {
  const byUser = new Map<string, Set<Stream>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    all: () => [...byUser.values()].flatMap((streams) => [...streams]),
    ofUser: (userId: string): ReadonlySet<Stream> => byUser.get(userId) ?? new Set(),
    add(stream: Stream) {
      const own = byUser.get(stream.user_id) ?? new Set();
      byUser.set(stream.user_id, own);
      own.add(stream);
      size += 1;
    },
    /** Safe to repeat. */
    remove(stream: Stream) {
      const own = byUser.get(stream.user_id);
      if (!own?.delete(stream)) return;
      size -= 1;
      if (own.size === 0) byUser.delete(stream.user_id);
    },
  };
}

function makeWriter(clock: Clock, table: ReturnType<typeof makeStreamTable>) {
  return {
    write(stream: Stream, text: string) {
      stream.raw.write(text);
      stream.written_at = clock.now().getTime();
      // Unread data stays in memory; reconnecting and refetching is cheaper.
      if (stream.raw.writableLength > LIVE_BEHIND_BYTES) {
        table.remove(stream);
        stream.raw.destroy();
      }
    },
    sayGoodbye(stream: Stream, reconnect: boolean) {
      table.remove(stream);
      stream.raw.end(eventOf(JSON.stringify({ kind: 'goodbye', reconnect } satisfies Goodbye)));
      setTimeout(() => stream.raw.destroy(), LAST_EVENT_MS).unref();
    },
  };
}

/** Creates the set of this instance's open streams. */
export function makeStreams(clock: Clock): Streams {
  const table = makeStreamTable();
  const { write, sayGoodbye } = makeWriter(clock, table);

  return {
    get size() {
      return table.size;
    },
    get sessions() {
      return [...new Set(table.all().map((stream) => stream.session_id))];
    },
    hasRoom: () => table.size < LIVE_STREAMS_MAX,
    add(owner, raw) {
      // The client hung up during sign-in: `close` was already emitted.
      if (raw.destroyed) return;
      const now = clock.now().getTime();
      const share = SHORTEST_LIFE + Math.random() * (1 - SHORTEST_LIFE);
      const life_ms = share * LIVE_MINUTES_MAX * MINUTE_MS;
      const stream: Stream = { ...owner, raw, opened_at: now, life_ms, written_at: now };
      table.add(stream);
      raw.on('close', () => table.remove(stream));
      raw.on('error', () => table.remove(stream));
      // A set iterates in insertion order.
      const own = [...table.ofUser(owner.user_id)].filter((other) => other.is_program === owner.is_program);
      for (const oldest of own.slice(0, -LIVE_STREAMS_PER_USER)) sayGoodbye(oldest, false);
    },
    send(userId, hints) {
      const own = [...table.ofUser(userId)];
      if (own.length === 0) return;
      const text = Array.from(hints, eventOf).join('');
      for (const stream of own) write(stream, text);
    },
    sendAll(hint) {
      const text = eventOf(JSON.stringify(hint));
      for (const stream of table.all()) write(stream, text);
    },
    tick() {
      const now = clock.now().getTime();
      for (const stream of table.all()) {
        if (since(stream.opened_at, now) >= stream.life_ms) sayGoodbye(stream, true);
        else if (since(stream.written_at, now) >= LIVE_HEARTBEAT_SECONDS * SECOND_MS) write(stream, ':\n\n');
      }
    },
    endOtherSessions(valid) {
      for (const stream of table.all()) if (!valid.has(stream.session_id)) sayGoodbye(stream, true);
    },
    end() {
      for (const stream of table.all()) sayGoodbye(stream, true);
    },
  };
}
