import type { QueryClient } from '@tanstack/react-query';
import { type Hint, openLive } from '#contract/live.ts';
import { emitHint } from '#platform/web/live/hint-listeners.ts';
import { openSharedStream } from '#platform/web/live/shared-stream.ts';
import { markStaleBefore, markStaleThrottled } from '#web/data/stale.ts';

/** Batches hints, with jitter so that browsers do not all fetch at the same moment. */
const GATHER_MS = 50;
const SPREAD_MS = 150;
/** Data fetched this shortly before the stream opened is shown as it is, and refetched once later. */
const NEW_MS = 1000;
const ONCE_MORE_MS = 5000;

/**
 * Refetches visible data on hints, until the returned function is called. A live stream replaces polling, so data from
 * before it opened is stale (docs/decisions/0021).
 */
export function followHints(client: QueryClient): () => void {
  let gathered: Hint[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onceMore: ReturnType<typeof setTimeout> | undefined;

  const answer = () => {
    timer = undefined;
    const hints = new Map(gathered.map((hint) => [JSON.stringify(hint), hint]));
    gathered = [];
    markStaleThrottled(client, [...hints.values()]);
    for (const hint of hints.values()) emitHint(hint);
  };

  const onHint = (hint: Hint) => {
    gathered.push(hint);
    timer ??= setTimeout(answer, GATHER_MS + Math.random() * SPREAD_MS);
  };

  const stop = openSharedStream(openLive.path, {
    onHint,
    onOpen: (again) => {
      if (again) return onHint({ kind: 'everything' });
      const opened = Date.now();
      markStaleBefore(client, opened - NEW_MS);
      onceMore = setTimeout(() => markStaleBefore(client, opened), ONCE_MORE_MS);
    },
  });
  return () => {
    stop();
    clearTimeout(timer);
    clearTimeout(onceMore);
  };
}
