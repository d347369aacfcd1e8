import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { badge } from '#web/lib/format.ts';
import { useMe } from '#web/lib/session/me.ts';
import { button } from '#web/ui/button.tsx';
import { UnlitCampfire } from '#web/ui/drawings/empty-scenes.tsx';
import { PopoverPanel } from '#web/ui/popover.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { groupNotifications } from './group.ts';
import { NotificationRow } from './notification-row.tsx';
import { useMarkAllRead, useMarkRead, useNotifications } from './queries.ts';

const unreadIds = (list: readonly Notification[] = []): string[] =>
  list.filter((item) => !item.is_read).map((item) => item.id);

/** Marks what is unread as read, and remembers which were: they stay new until the panel closes. */
function useFresh(list: readonly Notification[] | undefined, unreadCount: number): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(() => new Set(unreadIds(list)));
  const { mutate } = useMarkAllRead();
  useEffect(() => {
    if (unreadCount === 0) return;
    setFresh((known) => new Set([...known, ...unreadIds(list)]));
    mutate();
  }, [list, unreadCount, mutate]);
  return fresh;
}

/** Opening it marks all read (Spec 2, Decisions 6). */
export function NotificationMenu({ onClose }: { onClose: () => void }) {
  const inbox = useNotifications();
  const me = useMe();
  const fresh = useFresh(inbox?.notifications, inbox?.unread_count ?? 0);
  const { mutate: markRead } = useMarkRead();
  const groups = useMemo(() => groupNotifications(inbox?.notifications ?? [], me.timezone), [inbox, me.timezone]);

  const open = (ids: string[]) => {
    const unread = unreadIds(inbox?.notifications).filter((id) => ids.includes(id));
    if (unread.length > 0) markRead(unread);
    onClose();
  };

  return (
    <PopoverPanel
      title="Notifications"
      pill={fresh.size > 0 ? `${badge(fresh.size)} new` : null}
      onClose={onClose}
      footer={
        <Link to="/dashboard" onClick={onClose} className={button({ kind: 'quiet', size: 'sm', className: 'w-full' })}>
          View all activity
        </Link>
      }
    >
      {!inbox ? (
        <Waiting />
      ) : groups.length === 0 ? (
        <Nothing />
      ) : (
        <ul className="grid max-h-[min(34rem,62dvh)] overflow-y-auto overscroll-contain px-2">
          {groups.map((group) => (
            <NotificationRow
              key={group.ids.at(-1)}
              group={group}
              fresh={group.ids.some((id) => fresh.has(id))}
              zone={me.timezone}
              onOpen={() => open(group.ids)}
            />
          ))}
        </ul>
      )}
    </PopoverPanel>
  );
}

function Waiting() {
  return (
    <div className="px-5 pb-3">
      <p role="status" className="text-sm text-ink-2">
        Loading notifications...
      </p>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3 py-3">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grid grow gap-2">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-7 w-1/2 rounded-full" />
          </div>
        </div>
      ))}
    </div>
  );
}

function Nothing() {
  return (
    <div className="grid justify-items-center px-5 pt-1 pb-3 text-center">
      <UnlitCampfire className="w-44" />
      <p className="mt-4 font-display text-lg font-extrabold">No new notifications</p>
      <p className="mt-1 text-sm text-balance text-ink-2">Check-ins from mission members will appear here.</p>
    </div>
  );
}
