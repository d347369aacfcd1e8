import { EventSourceParserStream } from 'eventsource-parser/stream';
import { LIVE_HEARTBEAT_SECONDS } from '#platform/lib/live-limits.ts';
import type { Registered } from '#platform/register.ts';
import { isErrorBody } from '#platform/web/lib/api/api.ts';
import { getToken } from '#platform/web/lib/session/session.ts';

/** The pause between two attempts, with jitter to spread the load on a restarted server. */
const PAUSE_MIN_MS = 1000;
const PAUSE_MAX_MS = 10_000;
const SILENCE_MS = (2 * LIVE_HEARTBEAT_SECONDS + 5) * 1000;

/** A change on the server. The kind `everything` means that hints might be missing. */
export type Hint = Registered<'hint', { readonly kind: string }>;

interface Goodbye {
  readonly kind: 'goodbye';
  /** False if a newer stream of the same user replaced this stream. */
  readonly reconnect: boolean;
}

export interface LiveStream {
  /** Ends the pause before the next attempt, after a network or a tab is back. */
  hurry(): void;
  close(): void;
}

interface Listeners {
  onHint: (hint: Hint) => void;
  /** Called when a stream opens; `again` if there was one before, so hints might be missing. */
  onOpen: (again: boolean) => void;
  /** Called for all incoming data, heartbeats included. */
  onActivity: () => void;
  onLost: () => void;
}

type End = 'reconnect' | 'replaced' | 'signed_out';

interface OneStream extends Pick<Listeners, 'onHint' | 'onActivity'> {
  onOpen: () => void;
}

/** Reads one stream to its end. EventSource cannot send the token in a header, and a URL must not contain it. */
async function readStream(
  path: string,
  signal: AbortSignal,
  cut: () => void,
  { onHint, onOpen, onActivity }: OneStream,
): Promise<End> {
  let timer = setTimeout(cut, SILENCE_MS);
  const onChunk = () => {
    clearTimeout(timer);
    timer = setTimeout(cut, SILENCE_MS);
    onActivity();
  };
  try {
    const answer = await fetch(path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${getToken()}` },
      cache: 'no-store',
      redirect: 'manual',
      signal,
    });
    if (answer.status === 401 && isErrorBody(await answer.json())) return 'signed_out';
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    if (!answer.ok || !answer.body || !isStream) return 'reconnect';
    onChunk();
    onOpen();
    const events = answer.body
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      // Heartbeats are comments.
      .pipeThrough(new EventSourceParserStream({ onComment: onChunk }))
      .getReader();
    for (;;) {
      const { done, value } = await events.read();
      if (done) return 'reconnect';
      onChunk();
      const event = JSON.parse(value.data) as Hint | Goodbye;
      if (event.kind !== 'goodbye') onHint(event);
      else return event.reconnect ? 'reconnect' : 'replaced';
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps a stream of hints open until `close`, across server restarts and lost connections. */
export function connectStream(path: string, { onHint, onOpen, onActivity, onLost }: Listeners): LiveStream {
  let closed = false;
  let waiting = false;
  let wake: () => void = () => undefined;
  let connection = new AbortController();
  let openedBefore = false;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const readOnce = () => {
    connection = new AbortController();
    const { signal } = connection;
    const opened = () => {
      onOpen(openedBefore);
      openedBefore = true;
    };
    return readStream(path, signal, () => connection.abort(), { onHint, onOpen: opened, onActivity })
      .catch((): End => 'reconnect')
      .finally(onLost);
  };

  const reconnect = async () => {
    while (!closed) {
      const end = await readOnce();
      if (closed) return;
      if (end === 'signed_out') {
        // Fetching everything makes the app notice that the session is over.
        onHint({ kind: 'everything' });
        return;
      }
      waiting = true;
      // Reconnecting would evict the newer stream. This tab therefore polls until it is visible again.
      const ms = end === 'replaced' ? 2 ** 31 - 1 : PAUSE_MIN_MS + Math.random() * (PAUSE_MAX_MS - PAUSE_MIN_MS);
      await pause(ms);
      waiting = false;
    }
  };
  void reconnect();

  return {
    hurry: () => {
      if (waiting) wake();
    },
    close() {
      closed = true;
      wake();
      connection.abort();
    },
  };
}
