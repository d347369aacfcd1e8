import { isOnline, onConnectivityChange } from '#platform/web/lib/api/connectivity.ts';
import { getApp } from '#platform/web/lib/app.ts';
import { connectStream, type Hint, type LiveStream } from './stream.ts';
import { liveState } from './use-poll-interval.ts';

/** Names the lock and the channel. */
const streamName = () => `${getApp().id}-live`;

/** Tells the other tabs whether the stream is up. */
type Pulse = 'alive' | 'lost';
type TabMessage = Hint | Pulse;
/** A tab that is hidden for longer closes its stream, and fetches everything when it is looked at again. */
const HIDDEN_MS = 60_000;

interface Listener {
  onHint: (hint: Hint) => void;
  /** A stream is open; `again` when this tab or another had one before, so that hints may have been missed. */
  onOpen: (again: boolean) => void;
}

/** Runs `open` when this tab holds the lock, and keeps the lock until the signal aborts. */
function whenLocked(locks: LockManager, signal: AbortSignal, open: () => void): void {
  const hold = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve());
      open();
    });
  // Rejects only when the signal aborts, because the tab no longer wants the lock.
  locks.request(streamName(), { signal }, hold).catch(() => undefined);
}

/** Keeps `liveState` true in this tab and in the others. Returns what the tab that reads the stream reports to. */
function sharePulse(channel: BroadcastChannel) {
  let closed = false;
  const report = (pulse: Pulse) => () => {
    // A stream that is closed ends a moment later.
    if (closed) return;
    channel.postMessage(pulse satisfies TabMessage);
    liveState[pulse]();
  };
  return {
    onActivity: report('alive'),
    onLost: report('lost'),
    close: () => {
      closed = true;
      channel.postMessage('lost' satisfies TabMessage);
      liveState.lost();
    },
  };
}

/** This tab's turn to read the stream for all tabs. */
function createTurn(
  path: string,
  { onHint, onOpen }: Listener,
  channel: BroadcastChannel,
  { onActivity, onLost }: ReturnType<typeof sharePulse>,
) {
  const locks = 'locks' in navigator ? navigator.locks : null;
  let stream: LiveStream | null = null;
  let turn: AbortController | null = null;
  /** Whether this tab had a stream of its own before: it may have missed hints since. */
  let missed = false;

  const open = () => {
    stream = connectStream(path, {
      onHint: (hint) => {
        channel.postMessage(hint satisfies TabMessage);
        onHint(hint);
      },
      onOpen: (again) => {
        if (again) channel.postMessage({ kind: 'everything' } satisfies TabMessage);
        onOpen(again || missed);
        missed = true;
      },
      onActivity,
      onLost,
    });
  };
  return {
    begin: () => {
      if (turn) return stream?.hurry();
      turn = new AbortController();
      if (locks) whenLocked(locks, turn.signal, open);
      else open();
    },
    hurry: () => stream?.hurry(),
    end: () => {
      turn?.abort();
      turn = null;
      stream?.close();
      stream = null;
    },
  };
}

/**
 * Receives hints while the tab is visible. The tabs of a browser share one stream: the one that holds the lock reads it
 * and passes the hints on. Where there are no locks, as on plain HTTP, each tab opens one. Returns the function that ends it.
 */
export function openSharedStream(path: string, listener: Listener): () => void {
  const channel = new BroadcastChannel(streamName());
  const pulse = sharePulse(channel);
  const turn = createTurn(path, listener, channel, pulse);
  let hidden: ReturnType<typeof setTimeout> | undefined;

  const onVisibility = () => {
    clearTimeout(hidden);
    if (document.visibilityState === 'visible') turn.begin();
    else hidden = setTimeout(turn.end, HIDDEN_MS);
  };
  const onOnline = () => {
    if (isOnline()) turn.hurry();
  };
  // An answer to any call shows that the server is back before the pause is over.
  const stopWatching = onConnectivityChange(onOnline);

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (typeof data === 'string') liveState[data]();
    else listener.onHint(data);
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  if (document.visibilityState === 'visible') turn.begin();
  return () => {
    clearTimeout(hidden);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
    stopWatching();
    turn.end();
    pulse.close();
    channel.close();
  };
}
