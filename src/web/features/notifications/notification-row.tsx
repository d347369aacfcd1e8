import { Link } from '@tanstack/react-router';
import { AtSign, Hand, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { anchorOf } from '#web/lib/url-anchor.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { REACTION_NAMES, ReactionArt } from '#web/ui/drawings/reaction-art.tsx';
import { CheckinTypePill, Pill } from '#web/ui/pill.tsx';
import { checkedInNames, type NotificationGroup } from './group.ts';

/** What somebody did, after their name (Spec 2 Notification bell). */
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

/** A sign at the face, so that kinds are told apart at a glance; a check-in needs none. */
function signOf({ type, reaction_type }: Notification): ReactNode {
  if (type === 'reaction') return reaction_type && <ReactionArt type={reaction_type} className="size-4" />;
  const Icon = { comment: MessageCircle, mention: AtSign, nudge: Hand, checkin: null }[type];
  return Icon && <Icon aria-hidden strokeWidth={2.5} className="size-3.5 text-ink-2" />;
}

/** Where it happened: the comment, the check-in, or for a nudge what there is to do. */
const hashOf = ({ checkin_id, comment_id }: Notification): string =>
  checkin_id === null ? 'checkin' : anchorOf(checkin_id, comment_id);

interface NotificationRowProps {
  group: NotificationGroup;
  fresh: boolean;
  zone: string;
  onOpen: () => void;
}

export function NotificationRow({ group, fresh, zone, onOpen }: NotificationRowProps) {
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
        {fresh ? (
          <span role="img" aria-label="new" className="mt-1.5 size-2.5 rounded-full bg-flame" />
        ) : (
          <span className="size-2.5" />
        )}
      </Link>
    </li>
  );
}
