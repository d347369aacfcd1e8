import { isOnline, onConnectivityChange } from '#platform/web/lib/api/connectivity.ts';
import { getApp } from '#platform/web/lib/app.ts';
import { connectStream, type Hint, type LiveStream } from './stream.ts';
import { liveState } from './use-poll-interval.ts';

const streamName = () => `${getApp().id}-live`;

/** Tells the other tabs whether the stream is connected. */
type Pulse = 'alive' | 'lost';
type TabMessage = Hint | Pulse;
/** A tab that is hidden for longer closes its stream. It fetches everything when it becomes visible. */
const HIDDEN_MS = 60_000;

interface Listener {
  onHint: (hint: Hint) => void;
  /** Called when a stream opens; `again` if any tab had one before, so hints might be missing. */
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
  // Rejects only if the signal aborts before the tab has the lock.
  locks.request(streamName(), { signal }, hold).catch(() => undefined);
}

/** Updates `liveState` in this tab and in the others. Returns callbacks for the tab that reads the stream. */
function sharePulse(channel: BroadcastChannel) {
  let closed = false;
  const report = (pulse: Pulse) => () => {
    // A closed stream still ends a moment later.
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

function createTurn(
  path: string,
  { onHint, onOpen }: Listener,
  channel: BroadcastChannel,
  { onActivity, onLost }: ReturnType<typeof sharePulse>,
) {
  const locks = 'locks' in navigator ? navigator.locks : null;
  let stream: LiveStream | null = null;
  let turn: AbortController | null = null;
  /** Whether this tab had its own stream before. It might have missed hints since then. */
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
 * Receives hints while the tab is visible. Returns a function that stops it.
 *
 * A browser's tabs share one stream: the tab with the lock reads it and passes the hints on. Without locks, as on plain
 * HTTP, each tab opens its own stream.
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
  // A response to any call shows that the server is back before the pause is over.
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
