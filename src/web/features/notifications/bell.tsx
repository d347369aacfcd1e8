import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { tabClass } from '#web/ui/tab-bar.tsx';
import { badge } from './group.ts';
import { NotificationMenu } from './notification-menu.tsx';
import { useNotifications } from './queries.ts';
import { usePopover } from './use-popover.ts';

function Count({ unread, className }: { unread: number; className: string }) {
  if (unread === 0) return null;
  return (
    <span
      aria-hidden
      className={cx(
        'absolute grid h-5 min-w-5 place-items-center rounded-full bg-flame px-1 text-[11px] font-bold text-on-flame tabular',
        className,
      )}
    >
      {badge(unread)}
    </span>
  );
}

function Root({ popover, children }: { popover: ReturnType<typeof usePopover>; children: ReactNode }) {
  return (
    <div ref={popover.root} className="contents">
      {children}
      {popover.open && <NotificationMenu onClose={popover.close} />}
    </div>
  );
}

/** The bell as an icon of the header. */
export function HeaderNotificationBell() {
  const unread = useNotifications()?.unread_count ?? 0;
  const popover = usePopover();
  return (
    <Root popover={popover}>
      <IconButton
        label={unread > 0 ? `Notifications, ${badge(unread)} new` : 'Notifications'}
        ref={popover.button}
        aria-haspopup="dialog"
        aria-expanded={popover.open}
        onClick={popover.toggle}
      >
        <Bell className="size-5.5" aria-hidden />
        <Count unread={unread} className="end-0 top-0.5" />
      </IconButton>
    </Root>
  );
}

/** The bell as an item of the phone's tab bar. */
export function TabNotificationBell() {
  const unread = useNotifications()?.unread_count ?? 0;
  const popover = usePopover();
  return (
    <Root popover={popover}>
      <button
        type="button"
        ref={popover.button}
        aria-haspopup="dialog"
        aria-expanded={popover.open}
        onClick={popover.toggle}
        className={tabClass}
      >
        <Bell className="size-6" strokeWidth={popover.open ? 2.6 : 2} aria-hidden />
        Bell
        <Count unread={unread} className="start-1/2 top-1.5 ms-1" />
        {unread > 0 && <span className="sr-only">, {badge(unread)} new notifications</span>}
      </button>
    </Root>
  );
}
