import { Link } from '@tanstack/react-router';
import { AtSign, Hand, MessageCircle } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { anchorOf } from '#domain/notifications.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { badge } from '#web/lib/format.ts';
import { useMe } from '#web/lib/session/me.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { button } from '#web/ui/button.tsx';
import { UnlitCampfire } from '#web/ui/drawings/empty-scenes.tsx';
import { REACTION_NAMES, ReactionArt } from '#web/ui/drawings/reaction-art.tsx';
import { CheckinTypePill, Pill } from '#web/ui/pill.tsx';
import { PopoverPanel } from '#web/ui/popover.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { checkedInNames, groupNotifications, type NotificationGroup } from './group.ts';
import { useMarkAllRead, useMarkRead, useNotifications } from './queries.ts';

/** What somebody did, after their name. */
function WhatHappened({ notification }: { notification: Notification }) {
  const { type, is_own_checkin, reaction_type } = notification;
  const mission = <b>{notification.mission_title}</b>;
  switch (type) {
    case 'checkin':
      return <>Checked in to {mission}</>;
    case 'reaction':
      return (
        <>
          Reacted{' '}
          {reaction_type && (
            <>
              <span className="sr-only">{REACTION_NAMES[reaction_type]}</span>
              <ReactionArt type={reaction_type} className="inline size-4 -translate-y-0.5" />
            </>
          )}{' '}
          to your check-in in {mission}
        </>
      );
    case 'comment':
      return is_own_checkin ? <>Commented on your check-in in {mission}</> : <>Replied to your comment in {mission}</>;
    case 'mention':
      return <>Mentioned you in {mission}</>;
    case 'nudge':
      return <>Nudged you in {mission}</>;
  }
}

/** An icon on the picture for the kind of notification; a check-in has none. */
function signOf({ type, reaction_type }: Notification): ReactNode {
  if (type === 'reaction') return reaction_type && <ReactionArt type={reaction_type} className="size-4" />;
  const Icon = { comment: MessageCircle, mention: AtSign, nudge: Hand, checkin: null }[type];
  return Icon && <Icon aria-hidden strokeWidth={2.5} className="size-3.5 text-ink-2" />;
}

/** The place it links to: the comment, the check-in, or for a nudge the form to check in. */
const hashOf = ({ checkin_id, comment_id }: Notification): string =>
  checkin_id === null ? 'checkin' : anchorOf(checkin_id, comment_id);

interface NotificationRowProps {
  group: NotificationGroup;
  isNew: boolean;
  zone: string;
  onOpen: () => void;
}

function NotificationRow({ group, isNew, zone, onOpen }: NotificationRowProps) {
  const { latest } = group;
  const sign = signOf(latest);
  return (
    <li>
      <Link
        to="/mission/$missionId"
        params={{ missionId: latest.mission_id }}
        hash={hashOf(latest)}
        onClick={onOpen}
        className="grid grid-cols-[auto_1fr_auto] gap-x-3 rounded-md p-3 hover:bg-sunk"
      >
        <span className="relative self-start">
          <Avatar name={latest.user_name} url={latest.user_avatar_url} size={40} decorative />
          {sign && (
            <span className="absolute -end-1.5 -bottom-1 grid size-6 place-items-center rounded-full bg-card ring-2 ring-line">
              {sign}
            </span>
          )}
        </span>
        <span className="min-w-0">
          <span className="block text-sm leading-snug wrap-anywhere">
            <strong>{checkedInNames(group)}</strong> <WhatHappened notification={latest} />
          </span>
          {latest.content && (
            <span className="mt-1 line-clamp-1 text-sm text-ink-2 wrap-anywhere">“{latest.content}”</span>
          )}
          <span className="mt-1.5 flex flex-wrap items-center gap-1.5">
            {latest.type === 'checkin' && (
              <>
                {latest.checkin_type && <CheckinTypePill kind={latest.checkin_type} />}
                <Pill tone="open">+{latest.points_earned} pts</Pill>
              </>
            )}
            <span className="text-xs text-ink-2">{relativeTime(new Date(latest.created_at), new Date(), zone)}</span>
          </span>
        </span>
        {isNew ? (
          <span role="img" aria-label="new" className="mt-1.5 size-2.5 rounded-full bg-flame" />
        ) : (
          <span className="size-2.5" />
        )}
      </Link>
    </li>
  );
}

const unreadIds = (list: readonly Notification[] = []): string[] =>
  list.filter((item) => !item.is_read).map((item) => item.id);

/** Marks what is unread as read. Returns what was unread, which is shown as new until the panel closes. */
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

/** The notifications under the bell. Opening it marks all of them as read. */
export function NotificationMenu({ onClose }: { onClose: () => void }) {
  const inbox = useNotifications();
  const me = useMe();
  const newIds = useNewIds(inbox?.notifications, inbox?.unread_count ?? 0);
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
      pill={newIds.size > 0 ? `${badge(newIds.size)} new` : null}
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
              isNew={group.ids.some((id) => newIds.has(id))}
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
