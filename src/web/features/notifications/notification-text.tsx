import type { Notification } from '#contract/notifications.ts';
import { REACTION_NAMES, ReactionArt } from '#web/ui/drawings/reaction-art.tsx';

/** What somebody did, after their name (Spec 2 Notification bell). */
export function WhatHappened({ notification }: { notification: Notification }) {
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
