import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { badge } from '#platform/web/kit/bell-count.tsx';
import { button } from '#platform/web/kit/button.tsx';
import { EmptyPanel, PopoverPanel } from '#platform/web/kit/popover.tsx';
import { Skeleton } from '#platform/web/kit/skeleton.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { groupNotifications, type NotificationGroup } from './group.ts';
import { CheckinsRow, OwnRow } from './notification-rows.tsx';
import { useMarkAllRead, useMarkRead, useNotifications } from './queries.ts';

const unreadIds = (list: readonly Notification[] = []): string[] =>
  list.filter((item) => !item.is_read).map((item) => item.id);

/** Marks unread notifications as read. Returns their IDs, which show as new until the panel closes. */
function useNewIds(list: readonly Notification[] | undefined, unreadCount: number): ReadonlySet<string> {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(() => new Set(unreadIds(list)));
  const { mutate } = useMarkAllRead();
  useEffect(() => {
    if (unreadCount === 0) return;
    setNewIds((known) => new Set([...known, ...unreadIds(list)]));
    mutate();
  }, [list, unreadCount, mutate]);
  return newIds;
}

/** Lists notifications, first the ones about the user. Opening it marks all of them as read. */
export function NotificationMenu({ onClose }: { onClose: () => void }) {
  const t = useT();
  const inbox = useNotifications();
  const me = useMe();
  const newIds = useNewIds(inbox?.notifications, inbox?.unread_count ?? 0);
  const { mutate: markRead } = useMarkRead();
  const groups = useMemo(() => groupNotifications(inbox?.notifications ?? [], me.timezone), [inbox, me.timezone]);
  const own = groups.filter(({ latest }) => latest.type !== 'checkin');
  const checkins = groups.filter(({ latest }) => latest.type === 'checkin');
  const newOwn = own.filter(({ ids }) => ids.some((id) => newIds.has(id)));
  // Muting a mission removes its row, and the focus with it.
  const heading = useFocusFallback(groups.length);

  const open = (ids: string[]) => {
    const unread = unreadIds(inbox?.notifications).filter((id) => ids.includes(id));
    if (unread.length > 0) markRead(unread);
    onClose();
  };
  const rowOf = (group: NotificationGroup) => ({ group, zone: me.timezone, onOpen: () => open(group.ids) });
  const keyOf = ({ ids }: NotificationGroup) => ids.at(-1);

  return (
    <PopoverPanel
      title={t('app.notifications.menu.title')}
      heading={heading}
      pill={newOwn.length > 0 ? t('app.notifications.menu.new_count', { count: badge(newOwn.length) }) : null}
      onClose={onClose}
      footer={
        <Link to="/dashboard" onClick={onClose} className={button({ kind: 'quiet', size: 'sm', className: 'w-full' })}>
          {t('app.notifications.menu.all_activity')}
        </Link>
      }
    >
      {!inbox ? (
        <Waiting />
      ) : groups.length === 0 ? (
        <EmptyPanel
          drawing={<UnlitCampfire className="w-44" />}
          title={t('app.notifications.menu.empty')}
          note={t('app.notifications.menu.empty_note')}
        />
      ) : (
        <div className="max-h-[min(34rem,62dvh)] overflow-y-auto overscroll-contain px-2">
          {own.length > 0 && (
            <ul aria-label={t('app.notifications.menu.about_you')}>
              {own.map((group) => (
                <OwnRow key={keyOf(group)} isNew={newOwn.includes(group)} {...rowOf(group)} />
              ))}
            </ul>
          )}
          {checkins.length > 0 && (
            <section aria-labelledby="bell-checkins">
              <h3
                id="bell-checkins"
                className={cx('px-3 pt-3 pb-1 text-xs font-bold text-ink-2', own.length > 0 && 'mt-2 seam')}
              >
                {t('app.notifications.menu.checkins')}
              </h3>
              <ul aria-labelledby="bell-checkins">
                {checkins.map((group) => (
                  <CheckinsRow key={keyOf(group)} {...rowOf(group)} />
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </PopoverPanel>
  );
}

function Waiting() {
  const t = useT();
  return (
    <div className="px-5 pb-3">
      <p role="status" className="text-sm text-ink-2">
        {t('app.notifications.menu.loading')}
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
