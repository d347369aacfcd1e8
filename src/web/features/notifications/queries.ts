import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listNotifications, markAllRead, markRead, type Notification } from '#contract/notifications.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { usePollInterval } from '#platform/web/live/use-poll-interval.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

const POLL_MS = 30_000;

type Inbox = Answer<typeof listNotifications>;

const notificationsQuery = callQuery(keys.notifications, listNotifications);

let warned = false;

/** Fetches the newest notifications, every 30 s without a live stream. A failure is only logged, once. */
export function useNotifications(): Inbox | undefined {
  const { data, error } = useQuery({ ...notificationsQuery, refetchInterval: usePollInterval(POLL_MS) });
  useEffect(() => {
    if (!error || warned) return;
    warned = true;
    console.warn('Notifications could not be fetched', error);
  }, [error]);
  return data;
}

const readAll = (inbox: Inbox): Inbox => ({
  notifications: inbox.notifications.map((item) => ({ ...item, is_read: true })),
  unread_count: 0,
  badge_count: 0,
});

function readSome(inbox: Inbox, ids: ReadonlySet<string>): Inbox {
  const changes = (item: Notification) => !item.is_read && ids.has(item.id);
  const changed = inbox.notifications.filter(changes);
  const counted = changed.filter(({ type }) => type !== 'checkin').length;
  return {
    notifications: inbox.notifications.map((item) => (changes(item) ? { ...item, is_read: true } : item)),
    unread_count: Math.max(0, inbox.unread_count - changed.length),
    badge_count: Math.max(0, inbox.badge_count - counted),
  };
}

/** Marks on the screen immediately, then on the server. If that fails, the list is fetched again. */
function useMark<Variables>(
  send: (variables: Variables) => Promise<unknown>,
  mark: (inbox: Inbox, variables: Variables) => Inbox,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: (variables: Variables) =>
      writeCached(client, notificationsQuery.queryKey, (inbox) => mark(inbox, variables)),
    onError: () => markStale(client, 'notifications'),
  });
}

export const useMarkAllRead = () => useMark<void>(() => call(markAllRead, {}), readAll);

export const useMarkRead = () =>
  useMark<readonly string[]>(
    (ids) => Promise.all(ids.map((id) => call(markRead, { params: { id } }))),
    (inbox, ids) => readSome(inbox, new Set(ids)),
  );
