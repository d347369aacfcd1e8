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

/** How long a client may take to read the last event before the connection is cut. */
const LAST_EVENT_MS = 2 * SECOND_MS;
/**
 * Each stream lives between this share of the longest time and all of it, so that clients do not reconnect all at once.
 */
const SHORTEST_LIFE = 0.8;

export interface StreamOwner {
  readonly user_id: string;
  /** The session, or the API token. */
  readonly session_id: string;
  /** Whether an API token opened it: those of programs never close the page of a person. */
  readonly is_program: boolean;
}

/** The last event of a stream; the client may not reconnect if a newer stream replaced it. */
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
  /** False when the instance has as many streams as it allows. */
  hasRoom(): boolean;
  /** Takes over a response whose head was sent, unless its client has hung up; a user's sixth stream of pages, or of programs, closes the oldest of them. */
  add(owner: StreamOwner, raw: ServerResponse): void;
  /** Sends hints, as JSON, to every stream of a user. */
  send(userId: string, hints: Iterable<string>): void;
  sendAll(hint: Hint): void;
  /** Sends heartbeats to silent streams, and ends old ones. */
  tick(): void;
  /** Ends the streams whose session is not among these; their clients' next request is refused. */
  endOtherSessions(valid: ReadonlySet<string>): void;
  /** Ends all streams. */
  end(): void;
}

const eventOf = (json: string) => `data: ${json}\n\n`;
// The absolute difference: if the clock is set back, streams must not live for hours.
const since = (then: number, now: number) => Math.abs(now - then);

/** The open streams, by their user. */
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
    /** Removing a stream again changes nothing. */
    remove(stream: Stream) {
      const own = byUser.get(stream.user_id);
      if (!own?.delete(stream)) return;
      size -= 1;
      if (own.size === 0) byUser.delete(stream.user_id);
    },
  };
}

/** Writes to streams, and removes the ones that end or fall behind from the table. */
function makeWriter(clock: Clock, table: ReturnType<typeof makeStreamTable>) {
  return {
    write(stream: Stream, text: string) {
      stream.raw.write(text);
      stream.written_at = clock.now().getTime();
      // Unread data stays in memory: letting a slow client reconnect and refetch is cheaper.
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

/** The open streams of this instance. */
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
      // The client hung up while it was being signed in: `close` was emitted and does not come again.
      if (raw.destroyed) return;
      const now = clock.now().getTime();
      const share = SHORTEST_LIFE + Math.random() * (1 - SHORTEST_LIFE);
      const life_ms = share * LIVE_MINUTES_MAX * MINUTE_MS;
      const stream: Stream = { ...owner, raw, opened_at: now, life_ms, written_at: now };
      table.add(stream);
      raw.on('close', () => table.remove(stream));
      raw.on('error', () => table.remove(stream));
      // A set preserves the order in which streams were added.
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
