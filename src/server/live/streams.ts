import type { ServerResponse } from 'node:http';
import type { Goodbye, Hint } from '#contract/live.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import {
  LIVE_BEHIND_BYTES,
  LIVE_HEARTBEAT_SECONDS,
  LIVE_MINUTES_MAX,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_USER,
} from '#domain/limits.ts';
import type { Clock } from '../adapters/clock.ts';

/** How long a reader may take for the last event before the connection is cut. */
const LAST_EVENT_MS = 2 * SECOND_MS;
/** Streams live between this share of the longest time and all of it, so that they do not come back all at once. */
const SHORTEST_LIFE = 0.8;

export interface StreamOwner {
  readonly user_id: string;
  readonly session_id: string;
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
  /** False when as many are open as the instance holds. */
  hasRoom(): boolean;
  /** Takes an answer over whose head is sent; of a user's six streams the oldest goes. */
  add(owner: StreamOwner, raw: ServerResponse): void;
  /** Sends hints, as JSON, to every stream of a user. */
  send(userId: string, hints: Iterable<string>): void;
  sendAll(hint: Hint): void;
  /** Heartbeats for the silent, goodbye to the old. */
  tick(): void;
  /** Ends the streams whose session is not among these; the next request of the client is refused. */
  endOtherSessions(valid: ReadonlySet<string>): void;
  /** Says goodbye to all. */
  end(): void;
}

const eventOf = (json: string) => `data: ${json}\n\n`;
// The clock may be set back: then too a stream must not wait for hours.
const since = (then: number, now: number) => Math.abs(now - then);

/** The open streams of this instance. */
export function makeStreams(clock: Clock): Streams {
  const byUser = new Map<string, Set<Stream>>();
  let size = 0;

  const all = () => [...byUser.values()].flatMap((streams) => [...streams]);

  const forget = (stream: Stream) => {
    const own = byUser.get(stream.user_id);
    if (!own?.delete(stream)) return;
    size -= 1;
    if (own.size === 0) byUser.delete(stream.user_id);
  };

  const write = (stream: Stream, text: string) => {
    stream.raw.write(text);
    stream.written_at = clock.now().getTime();
    // What a reader does not take stays in memory: it is cheaper to let them come back and ask.
    if (stream.raw.writableLength > LIVE_BEHIND_BYTES) {
      forget(stream);
      stream.raw.destroy();
    }
  };

  const sayGoodbye = (stream: Stream, reconnect: boolean) => {
    forget(stream);
    stream.raw.end(eventOf(JSON.stringify({ kind: 'goodbye', reconnect } satisfies Goodbye)));
    setTimeout(() => stream.raw.destroy(), LAST_EVENT_MS).unref();
  };

  return {
    get size() {
      return size;
    },
    get sessions() {
      return [...new Set(all().map((stream) => stream.session_id))];
    },
    hasRoom: () => size < LIVE_STREAMS_MAX,
    add(owner, raw) {
      const now = clock.now().getTime();
      const share = SHORTEST_LIFE + Math.random() * (1 - SHORTEST_LIFE);
      const life_ms = share * LIVE_MINUTES_MAX * MINUTE_MS;
      const stream: Stream = { ...owner, raw, opened_at: now, life_ms, written_at: now };
      const own = byUser.get(owner.user_id) ?? new Set();
      byUser.set(owner.user_id, own);
      own.add(stream);
      size += 1;
      raw.on('close', () => forget(stream));
      raw.on('error', () => forget(stream));
      // A set keeps the order in which streams came.
      for (const oldest of own) {
        if (own.size <= LIVE_STREAMS_PER_USER) break;
        sayGoodbye(oldest, false);
      }
    },
    send(userId, hints) {
      const own = byUser.get(userId);
      if (!own) return;
      const text = Array.from(hints, eventOf).join('');
      for (const stream of [...own]) write(stream, text);
    },
    sendAll(hint) {
      const text = eventOf(JSON.stringify(hint));
      for (const stream of all()) write(stream, text);
    },
    tick() {
      const now = clock.now().getTime();
      for (const stream of all()) {
        if (since(stream.opened_at, now) >= stream.life_ms) sayGoodbye(stream, true);
        else if (since(stream.written_at, now) >= LIVE_HEARTBEAT_SECONDS * SECOND_MS) write(stream, ':\n\n');
      }
    },
    endOtherSessions(valid) {
      for (const stream of all()) if (!valid.has(stream.session_id)) sayGoodbye(stream, true);
    },
    end() {
      for (const stream of all()) sayGoodbye(stream, true);
    },
  };
}
