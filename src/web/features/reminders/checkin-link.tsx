import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type CheckinLink, checkInByLink as checkinByLink } from '#contract/reminders.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { longDay } from '#web/lib/format.ts';
import { markStale } from '#web/lib/stale.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, button } from '#web/ui/button.tsx';
import { Flame } from '#web/ui/drawings/flame.tsx';
import { LinkPage } from './link-page.tsx';

/** Checks in with the signed link of a reminder, but only after a press, because mail scanners open links too. */
export function CheckinByLink({ token, link }: { token: string; link: CheckinLink }) {
  const client = useQueryClient();
  const { mission_id, mission_title, name, day } = link;
  const tap = useMutation({
    mutationFn: () => call(checkinByLink, { params: { token } }),
    onSuccess: () => {
      // The user may also be signed in in this browser.
      void markStale(client, 'own_checkin', { mission_id, feed_outdated: true });
    },
    onError: (error) => {
      // The link was used or expired in the meantime, which the page will show. Other errors can be tried again.
      if (error instanceof ApiError && error.status === 400) void markStale(client, 'checkin_link', { token });
      else toast.error(detailOf(error, 'Failed to record check-in'));
    },
  });
  if (tap.data) return <Done missionId={mission_id} title={mission_title} streak={tap.data.mission_streak_days} />;
  if (link.state !== 'open') return <Closed link={link} />;
  return (
    <LinkPage lead={longDay(day)} title={mission_title}>
      <p className="mt-3 text-ink-2 wrap-anywhere">One tap, {name}, and today has its stitch.</p>
      <Button className="mt-6 w-full" busy={tap.isPending} busyLabel="Recording..." onClick={() => tap.mutate()}>
        Check in for today
      </Button>
      <MissionLink missionId={mission_id}>Write or add a photo instead</MissionLink>
    </LinkPage>
  );
}

function Done({ missionId, title, streak }: { missionId: string; title: string; streak: number }) {
  const done = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => done.current?.focus(), []);
  return (
    <LinkPage lead={title} title="You've checked in today!">
      <div ref={done} tabIndex={-1} role="status" className="mt-4 flex items-center gap-3 text-ink-2">
        <Flame className="jump h-9 w-auto shrink-0" />
        <p>{streak === 1 ? 'Day 1 of a new streak.' : `Day ${streak} of your streak.`} See you tomorrow.</p>
      </div>
      <MissionLink missionId={missionId}>Open the mission</MissionLink>
    </LinkPage>
  );
}

function Closed({ link }: { link: CheckinLink }) {
  const used = link.state === 'used';
  return (
    <LinkPage lead={link.mission_title} title={used ? 'You are checked in already' : 'This link was for another day'}>
      <p className="mt-3 text-ink-2">
        {used
          ? `There is a check-in for ${longDay(link.day)}. A link works once, and this one need not do more.`
          : `It was good for ${longDay(link.day)}. In the mission you see whether today is still open.`}
      </p>
      <MissionLink missionId={link.mission_id}>Open the mission</MissionLink>
    </LinkPage>
  );
}

function MissionLink({ missionId, children }: { missionId: string; children: string }) {
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId }}
      hash="checkin"
      className={button({ kind: 'quiet', className: 'mt-4 w-full' })}
    >
      {children}
    </Link>
  );
}
