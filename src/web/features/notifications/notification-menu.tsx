import { Link, linkOptions } from '@tanstack/react-router';
import { AtSign, BellOff, Hand, MessageCircle, Repeat2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { anchorOf } from '#domain/notifications.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { useMe } from '#web/data/me.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { REACTION_NAMES, ReactionArt } from '#web/drawings/reaction-art.tsx';
import { badge } from '#web/kit/bell-count.tsx';
import { button, IconButton } from '#web/kit/button.tsx';
import { CheckinTypePill, PointsPill } from '#web/kit/pill.tsx';
import { PopoverPanel } from '#web/kit/popover.tsx';
import { Skeleton } from '#web/kit/skeleton.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { cx } from '#web/lib/cx.ts';
import { toast } from '#web/lib/toast.ts';
import { checkedInNames, groupNotifications, type NotificationGroup } from './group.ts';
import { useMute } from './mute-mission.ts';
import { useMarkAllRead, useMarkRead, useNotifications } from './queries.ts';

/** What somebody did, as a sentence below their name. */
function WhatHappened({ notification }: { notification: Notification }) {
  const { type, is_own_checkin, reaction_type } = notification;
  const title = notification.mission_title;
  const mission = type === 'checkin' ? title : <b>{title}</b>;
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
    case 'invitation':
      return <>Invited you to the next round of {mission}</>;
    case 'nudge':
      return <>Nudged you in {mission}</>;
  }
}

/** An icon on the picture for the kind of notification; a check-in has none. */
function signOf({ type, reaction_type }: Notification): ReactNode {
  if (type === 'reaction') return reaction_type && <ReactionArt type={reaction_type} className="size-4" />;
  const Icon = { comment: MessageCircle, mention: AtSign, nudge: Hand, invitation: Repeat2, checkin: null }[type];
  return Icon && <Icon aria-hidden strokeWidth={2.5} className="size-3.5 text-ink-2" />;
}

/**
 * The place it links to: the comment, the check-in, or for a nudge the form to check in. An invitation leads to the
 * inbox, as the mission opens only to its members.
 */
function placeOf({ type, mission_id, checkin_id, comment_id }: Notification) {
  if (type === 'invitation') return linkOptions({ to: '/invitations' });
  const hash = checkin_id === null ? 'checkin' : anchorOf(checkin_id, comment_id);
  return linkOptions({ to: '/mission/$missionId', params: { missionId: mission_id }, hash });
}

interface RowProps {
  group: NotificationGroup;
  zone: string;
  onOpen: () => void;
}

/** A link to what happened: the name on a line of its own, the sentence below it. */
function RowLink({
  group,
  zone,
  onOpen,
  quiet = false,
  children,
}: RowProps & { quiet?: boolean; children?: ReactNode }) {
  const { latest } = group;
  const sign = signOf(latest);
  return (
    <Link
      {...placeOf(latest)}
      onClick={onOpen}
      className={cx(
        'grid min-w-0 grow grid-cols-[auto_1fr_auto] gap-x-3 rounded-md p-3 hover:bg-sunk',
        quiet && 'text-ink-2',
      )}
    >
      <span className="relative self-start">
        <Avatar name={latest.user_name} url={latest.user_avatar_url} size={40} decorative />
        {sign && (
          <span className="absolute -end-1.5 -bottom-1 grid size-6 place-items-center rounded-full bg-card ring-2 ring-line">
            {sign}
          </span>
        )}
      </span>
      <span className="min-w-0 text-sm leading-snug">
        <span className={cx('block wrap-anywhere', !quiet && 'font-bold')}>{checkedInNames(group)}</span>{' '}
        <span className="block wrap-anywhere">
          <WhatHappened notification={latest} />
        </span>
        {latest.content && <span className="mt-1 line-clamp-1 text-ink-2 wrap-anywhere">“{latest.content}”</span>}
        <span className="mt-1.5 flex flex-wrap items-center gap-1.5">
          {latest.type === 'checkin' && (
            <>
              {latest.checkin_type && <CheckinTypePill kind={latest.checkin_type} />}
              {latest.points_earned !== null && <PointsPill points={latest.points_earned} />}
            </>
          )}
          <span className="text-xs text-ink-2">{relativeTime(new Date(latest.created_at), new Date(), zone)}</span>
        </span>
      </span>
      {children}
    </Link>
  );
}

/** What is about the user. */
function OwnRow({ isNew, ...row }: RowProps & { isNew: boolean }) {
  return (
    <li>
      <RowLink {...row}>
        {isNew && <span role="img" aria-label="new" className="mt-1.5 size-2.5 rounded-full bg-flame" />}
      </RowLink>
    </li>
  );
}

/** Check-ins of others in a mission: neither bold nor marked as new, and with the way to hear no more of them. */
function CheckinsRow(row: RowProps) {
  const { mission_id, mission_title } = row.group.latest;
  const { mutateAsync, isPending } = useMute();
  // What fails says so itself.
  const change = (muted: boolean) => mutateAsync({ mission_id, muted }).catch(() => null);
  const mute = async () => {
    // The row may be gone by then.
    const saved = await change(true);
    if (saved)
      toast.success(`Check-ins in ${mission_title} are muted`, { label: 'Undo', run: () => void change(false) });
  };
  return (
    <li className="flex items-center">
      <RowLink {...row} quiet />
      <IconButton
        label={`Mute check-ins in ${mission_title}`}
        aria-busy={isPending || undefined}
        title="Mute check-ins"
        onClick={() => !isPending && void mute()}
      >
        <BellOff className="size-5 text-ink-2" aria-hidden />
      </IconButton>
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

/** The notifications under the bell, those about the user first. Opening it marks all of them as read. */
export function NotificationMenu({ onClose }: { onClose: () => void }) {
  const inbox = useNotifications();
  const me = useMe();
  const newIds = useNewIds(inbox?.notifications, inbox?.unread_count ?? 0);
  const { mutate: markRead } = useMarkRead();
  const groups = useMemo(() => groupNotifications(inbox?.notifications ?? [], me.timezone), [inbox, me.timezone]);
  const own = groups.filter(({ latest }) => latest.type !== 'checkin');
  const checkins = groups.filter(({ latest }) => latest.type === 'checkin');
  const newOwn = own.filter(({ ids }) => ids.some((id) => newIds.has(id)));
  // A muted mission takes its row away, and the focus with it.
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
      title="Notifications"
      heading={heading}
      pill={newOwn.length > 0 ? `${badge(newOwn.length)} new` : null}
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
        <div className="max-h-[min(34rem,62dvh)] overflow-y-auto overscroll-contain px-2">
          {own.length > 0 && (
            <ul aria-label="About you">
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
                Check-ins
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
