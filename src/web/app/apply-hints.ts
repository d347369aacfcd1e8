import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Hint } from '#contract/live.ts';
import { emitHint } from '#web/lib/live/hint-listeners.ts';
import { openSharedStream } from '#web/lib/live/shared-stream.ts';
import { throttleByKey } from '#web/lib/live/throttle-by-key.ts';

/** Hints of one moment are answered together, and not by every screen in the same millisecond. */
const GATHER_MS = 50;
const SPREAD_MS = 150;
/** What was fetched this shortly before the stream opened is taken as new; the polls make up for it. */
const FRESH_MS = 1000;

/** The feed brings itself up to date, so that nothing jumps under the reader. */
const FEED = 'checkins';
const isFeed = ({ queryKey }: Query) => queryKey[0] === FEED;

/** Which queries a hint makes out of date, by the first part of their keys or by an id in them. */
function keysOf(hint: Hint): { keys: QueryKey[]; id?: string | undefined } {
  switch (hint.kind) {
    case 'feed':
      return { keys: [['mission', hint.mission_id], ['dashboard']] };
    case 'checkin':
      // Replies are kept under the comment that they hang on.
      return { keys: [['replies']], id: hint.checkin_id };
    case 'mission':
      return { keys: [['dashboard']], id: hint.mission_id };
    case 'people':
      // Whose name stands in what is not kept by mission, nobody knows here.
      return {
        keys: [['dashboard'], ['notifications'], ['comments'], ['replies'], ['reactions']],
        id: hint.mission_id,
      };
    case 'notifications':
      return { keys: [['notifications']] };
    case 'invitations':
      return { keys: [['invitations'], ['sent-invitations'], ['dashboard']] };
    case 'dashboard':
      return { keys: [['dashboard']] };
    case 'everything':
      return { keys: [[]] };
  }
}

/** Turns hints into fetches of what is on the screen. The polls go on: a hint may be lost (Spec 9). */
export function applyHints(client: QueryClient): () => void {
  const allowance = throttleByKey();
  let gathered: Hint[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  // A tab that nobody looks at only notes what is old: it is fetched when it is looked at again.
  const refetch = (filter: { queryKey?: QueryKey; predicate?: (query: Query) => boolean }) => {
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
    void client.invalidateQueries({
      ...filter,
      predicate: (query) => !isFeed(query) && (filter.predicate?.(query) ?? true),
      refetchType,
    });
  };

  const answer = () => {
    timer = undefined;
    const hints = gathered;
    gathered = [];
    const keys = new Map<string, QueryKey>();
    for (const hint of hints) {
      const of = keysOf(hint);
      for (const key of of.keys) keys.set(JSON.stringify(key), key);
      const { id } = of;
      if (id) allowance.use(id, () => refetch({ predicate: ({ queryKey }) => queryKey.includes(id) }));
    }
    for (const [name, queryKey] of keys) allowance.use(name, () => refetch({ queryKey }));
    for (const hint of new Map(hints.map((one) => [JSON.stringify(one), one])).values()) emitHint(hint);
  };

  const onHint = (hint: Hint) => {
    gathered.push(hint);
    timer ??= setTimeout(answer, GATHER_MS + Math.random() * SPREAD_MS);
  };

  const stop = openSharedStream({
    onHint,
    onOpen: (again) => {
      if (again) return onHint({ kind: 'everything' });
      const since = Date.now() - FRESH_MS;
      refetch({ predicate: ({ state }) => state.data !== undefined && state.dataUpdatedAt < since });
    },
  });
  return () => {
    stop();
    clearTimeout(timer);
    allowance.clear();
  };
}
