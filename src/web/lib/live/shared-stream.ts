import type { Hint } from '#contract/live.ts';
import { isOnline, onConnectivityChange } from '#web/lib/api/connectivity.ts';
import { connectStream, type LiveStream } from './stream.ts';

const NAME = 'emberkin-live';
/** A tab that is out of sight for longer gives its stream up; it asks for everything when it is looked at again. */
const HIDDEN_MS = 60_000;

interface Listener {
  onHint: (hint: Hint) => void;
  onOpen: (again: boolean) => void;
}

/**
 * Hears hints as long as somebody looks. The tabs of a browser share one stream: whoever holds the lock reads it and
 * passes the hints on. Browsers without locks or channels open one for each tab. Returns the function that ends it.
 */
export function openSharedStream({ onHint, onOpen }: Listener): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  const locks = channel && 'locks' in navigator ? navigator.locks : null;
  let stream: LiveStream | null = null;
  let turn: AbortController | null = null;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  /** Whether this tab read a stream of its own or asked for one before: what came in between was not heard. */
  let missed = false;

  const open = () => {
    stream = connectStream({
      onHint: (hint) => {
        channel?.postMessage(hint);
        onHint(hint);
      },
      onOpen: (again) => {
        if (again) channel?.postMessage({ kind: 'everything' } satisfies Hint);
        onOpen(again || missed);
        missed = true;
      },
    });
  };

  const begin = () => {
    if (turn) return stream?.hurry();
    turn = new AbortController();
    const { signal } = turn;
    if (!locks) return open();
    const hold = () =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve());
        open();
      });
    // Refused only by the abort, when this tab no longer wants its turn.
    locks.request(NAME, { signal }, hold).catch(() => undefined);
  };

  const end = () => {
    turn?.abort();
    turn = null;
    stream?.close();
    stream = null;
  };

  const onVisibility = () => {
    clearTimeout(hidden);
    if (document.visibilityState === 'visible') begin();
    else hidden = setTimeout(end, HIDDEN_MS);
  };
  const onOnline = () => {
    if (isOnline()) stream?.hurry();
  };
  // An answer to any call tells sooner than the end of the pause that the server is back.
  const stopWatching = onConnectivityChange(onOnline);

  if (channel) channel.onmessage = ({ data }: MessageEvent<Hint>) => onHint(data);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  if (document.visibilityState === 'visible') begin();
  return () => {
    clearTimeout(hidden);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
    stopWatching();
    end();
    channel?.close();
  };
}
