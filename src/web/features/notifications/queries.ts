import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { listNotifications, markAllRead, markRead, type Notification } from '#contract/notifications.ts';
import { call } from '#web/lib/api/api.ts';

/** Spec 9: notifications are asked for every 30 s. */
const POLL_MS = 30_000;

type Inbox = Answer<typeof listNotifications>;

const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }): Promise<Inbox> => call(listNotifications, { signal }),
});

let warned = false;

/** The newest notifications, fetched on mount and every 30 s while the tab is visible. A failure is logged alone (Spec 8). */
export function useNotifications(): Inbox | undefined {
  const { data, error } = useQuery({ ...notificationsQuery, refetchInterval: POLL_MS });
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
});

function readSome(inbox: Inbox, ids: ReadonlySet<string>): Inbox {
  const isMeant = (item: Notification) => !item.is_read && ids.has(item.id);
  const meant = inbox.notifications.filter(isMeant).length;
  return {
    notifications: inbox.notifications.map((item) => (isMeant(item) ? { ...item, is_read: true } : item)),
    unread_count: Math.max(0, inbox.unread_count - meant),
  };
}

/** Marks at once on the screen, then at the server; where that fails the next fetch tells the truth again. */
function useMark<Given>(send: (given: Given) => Promise<unknown>, mark: (inbox: Inbox, given: Given) => Inbox) {
  const client = useQueryClient();
  const key = notificationsQuery.queryKey;
  return useMutation({
    mutationFn: send,
    onMutate: async (given: Given) => {
      // An answer that is still on its way would bring the unread ones back.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, (inbox) => inbox && mark(inbox, given));
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const useMarkAllRead = () => useMark<void>(() => call(markAllRead, {}), readAll);

export const useMarkRead = () =>
  useMark<readonly string[]>(
    (ids) => Promise.all(ids.map((id) => call(markRead, { params: { id } }))),
    (inbox, ids) => readSome(inbox, new Set(ids)),
  );
