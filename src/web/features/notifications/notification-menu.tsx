import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { useMe } from '#web/lib/me.ts';
import { button, IconButton } from '#web/ui/button.tsx';
import { ColdCamp } from '#web/ui/drawings.tsx';
import { Pill } from '#web/ui/marks.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { badge, groupNotifications } from './group.ts';
import { NotificationRow } from './notification-row.tsx';
import { useMarkAllRead, useMarkRead, useNotifications } from './queries.ts';

const panel =
  'absolute end-0 top-full z-40 w-full rounded-lg border-2 border-line bg-card text-ink shadow-card max-sm:fixed max-sm:inset-x-2 max-sm:top-auto max-sm:bottom-[calc(5.25rem+env(safe-area-inset-bottom))] max-sm:w-auto sm:w-[26rem]';

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

/** A dropdown under the header, on phones a sheet above the tab bar. Opening it marks all read (Spec 2, Decisions 6). */
export function NotificationMenu({ onClose }: { onClose: () => void }) {
  const inbox = useNotifications();
  const me = useMe();
  const title = useRef<HTMLHeadingElement>(null);
  const heading = useId();
  const fresh = useFresh(inbox?.notifications, inbox?.unread_count ?? 0);
  const { mutate: markRead } = useMarkRead();
  const groups = useMemo(() => groupNotifications(inbox?.notifications ?? [], me.timezone), [inbox, me.timezone]);
  useEffect(() => title.current?.focus(), []);

  const open = (ids: string[]) => {
    const unread = unreadIds(inbox?.notifications).filter((id) => ids.includes(id));
    if (unread.length > 0) markRead(unread);
    onClose();
  };

  return (
    <section role="dialog" aria-labelledby={heading} className={panel}>
      <div className="flex items-center gap-3 p-4 pb-2">
        <h2 ref={title} id={heading} tabIndex={-1} className="text-lg font-extrabold">
          Notifications
        </h2>
        {fresh.size > 0 && <Pill tone="open">{badge(fresh.size)} new</Pill>}
        <IconButton label="Close" onClick={onClose} className="ms-auto">
          <X className="size-5" aria-hidden />
        </IconButton>
      </div>
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
      <Foot>
        <Link to="/dashboard" onClick={onClose} className={button({ kind: 'quiet', size: 'sm', className: 'w-full' })}>
          View all activity
        </Link>
      </Foot>
    </section>
  );
}

function Foot({ children }: { children: ReactNode }) {
  return <div className="p-4 pt-2">{children}</div>;
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
      <ColdCamp className="w-44" />
      <p className="mt-4 font-display text-lg font-extrabold">No new notifications</p>
      <p className="mt-1 text-sm text-balance text-ink-2">Check-ins from mission members will appear here.</p>
    </div>
  );
}
