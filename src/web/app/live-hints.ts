import type { QueryClient } from '@tanstack/react-query';
import type { Hint } from '#contract/live.ts';
import { emitHint } from '#web/lib/live/hint-listeners.ts';
import { openSharedStream } from '#web/lib/live/shared-stream.ts';
import { markStaleBefore, markStaleThrottled } from '#web/lib/stale.ts';

/** Hints that come together are handled together, and with some jitter, so that browsers do not fetch all at once. */
const GATHER_MS = 50;
const SPREAD_MS = 150;
/** What was fetched this shortly before the stream opened counts as new; polling corrects the rest. */
const NEW_MS = 1000;

/**
 * Turns hints into fetches of what is on the screen, until the returned function is called. Polling goes on, as a hint
 * may be lost.
 */
export function followHints(client: QueryClient): () => void {
  let gathered: Hint[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

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

  const stop = openSharedStream({
    onHint,
    onOpen: (again) => {
      if (again) onHint({ kind: 'everything' });
      else markStaleBefore(client, Date.now() - NEW_MS);
    },
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
