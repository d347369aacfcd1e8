import { type Goodbye, type Hint, openLive } from '#contract/live.ts';
import { LIVE_HEARTBEAT_SECONDS } from '#domain/limits.ts';
import { getToken } from '#web/lib/session/session.ts';
import { readEvents } from './event-stream.ts';

/** Between two tries: spread, so that a server that starts again is not asked by everybody at once. */
const AGAIN_MIN_MS = 1000;
const AGAIN_MAX_MS = 10_000;
/** Two missed heartbeats and a little. */
const SILENCE_MS = (2 * LIVE_HEARTBEAT_SECONDS + 5) * 1000;

export interface LiveStream {
  /** Tries at once instead of at the end of the pause; for a network or a screen that came back. */
  hurry(): void;
  close(): void;
}

interface Listeners {
  onHint: (hint: Hint) => void;
  /** A stream is open; `again` when there was one before, so that hints may have been missed. */
  onOpen: (again: boolean) => void;
}

type End = 'again' | 'given_way' | 'signed_out';

/** Reads one stream to its end. EventSource could not send the token, which never stands in an address. */
async function readStream(signal: AbortSignal, cut: () => void, { onHint, onOpen }: OneStream): Promise<End> {
  let timer = setTimeout(cut, SILENCE_MS);
  const onSign = () => {
    clearTimeout(timer);
    timer = setTimeout(cut, SILENCE_MS);
  };
  try {
    const answer = await fetch(openLive.path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${getToken()}` },
      cache: 'no-store',
      signal,
    });
    if (answer.status === 401) return 'signed_out';
    if (!answer.ok || !answer.body) return 'again';
    onOpen();
    for await (const data of readEvents(answer.body, onSign)) {
      const event = JSON.parse(data) as Hint | Goodbye;
      if (event.kind !== 'goodbye') onHint(event);
      else return event.reconnect ? 'again' : 'given_way';
    }
    return 'again';
  } finally {
    clearTimeout(timer);
  }
}

interface OneStream {
  onHint: (hint: Hint) => void;
  onOpen: () => void;
}

/** Keeps a stream of hints open until `close`, over restarts of the server and lost connections. */
export function connectStream({ onHint, onOpen }: Listeners): LiveStream {
  let closed = false;
  let waiting = false;
  let wake: () => void = () => undefined;
  let connection = new AbortController();
  let before = false;

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
      onOpen(before);
      before = true;
    };
    return readStream(signal, () => connection.abort(), { onHint, onOpen: opened }).catch((): End => 'again');
  };

  const reconnect = async () => {
    while (!closed) {
      const end = await readOnce();
      if (closed) return;
      if (end === 'signed_out') {
        // Any call of the app learns what became of the session, and says so.
        onHint({ kind: 'everything' });
        return;
      }
      waiting = true;
      // Who gave way to a newer stream would only push that one out: until this screen is looked at again, it polls.
      const ms = end === 'given_way' ? 2 ** 31 - 1 : AGAIN_MIN_MS + Math.random() * (AGAIN_MAX_MS - AGAIN_MIN_MS);
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
