import { Bell } from 'lucide-react';
import { BellCount, badge } from '#platform/web/kit/bell-count.tsx';
import { IconButton } from '#platform/web/kit/button.tsx';
import { PopoverRoot, usePopover } from '#platform/web/kit/popover.tsx';
import { tabClass, tabName } from '#platform/web/kit/tab-class.ts';
import { useT } from '#platform/web/lib/language.ts';
import { NotificationMenu } from './notification-menu.tsx';
import { useNotifications } from './queries.ts';

/** The bell in the header. Its number leaves out check-ins. */
export function HeaderNotificationBell() {
  const t = useT();
  const unread = useNotifications()?.badge_count ?? 0;
  const popover = usePopover();
  return (
    <PopoverRoot popover={popover} panel={<NotificationMenu onClose={popover.close} />}>
      <IconButton
        label={
          unread > 0
            ? t('app.notifications.bell.label_new', { count: badge(unread) })
            : t('app.notifications.bell.label')
        }
        aria-haspopup="dialog"
        {...popover.opener}
      >
        <Bell className="size-5.5" aria-hidden />
        <BellCount count={unread} />
      </IconButton>
    </PopoverRoot>
  );
}

export function TabNotificationBell() {
  const t = useT();
  const unread = useNotifications()?.badge_count ?? 0;
  const popover = usePopover();
  return (
    <PopoverRoot popover={popover} panel={<NotificationMenu onClose={popover.close} />}>
      <button type="button" aria-haspopup="dialog" {...popover.opener} className={tabClass}>
        <Bell className="size-6" strokeWidth={popover.open ? 2.6 : 2} aria-hidden />
        <span className={tabName} aria-hidden={unread > 0 || undefined}>
          {t('app.notifications.bell.tab')}
        </span>
        <BellCount count={unread} className="start-1/2 top-1.5 ms-1" />
        {unread > 0 && <span className="sr-only">{t('app.notifications.bell.tab_new', { count: unread })}</span>}
      </button>
    </PopoverRoot>
  );
}
