import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type CheckinLink, checkInByLink as checkinByLink } from '#contract/reminders.ts';
import { markStale } from '#web/data/stale.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { LinkPage } from '#web/features/site/public.ts';
import { Button, button } from '#web/kit/button.tsx';
import { call } from '#web/lib/api/api.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { longDay, plainDay } from '#web/lib/format.ts';
import { useT } from '#web/lib/language.ts';
import { toast } from '#web/lib/toast.ts';

/** Checks in with the signed link of a reminder, but only after a press, because mail scanners open links too. */
export function CheckinByLink({ token, link }: { token: string; link: CheckinLink }) {
  const client = useQueryClient();
  const t = useT();
  const { mission_id, mission_title, day, is_yesterday } = link;
  const tap = useMutation({
    mutationFn: () => call(checkinByLink, { params: { token } }),
    onSuccess: () => {
      // The user may also be signed in in this browser.
      void markStale(client, 'own_checkin', { mission_id, feed_outdated: true });
    },
    onError: (error) => {
      // The link was used or expired in the meantime, which the page will show. Other errors can be tried again.
      if (error instanceof ApiError && error.status === 400) void markStale(client, 'checkin_link', { token });
      else toast.error(detailOf(error, t('start.link.record_failed')));
    },
  });
  if (tap.data)
    return (
      <Done
        missionId={mission_id}
        title={mission_title}
        yesterday={is_yesterday ? tap.data.day : null}
        streak={tap.data.mission_streak_days}
      />
    );
  if (link.state !== 'open') return <Closed link={link} />;
  return (
    <LinkPage
      lead={longDay(day)}
      title={mission_title}
      action={
        <>
          <Button busy={tap.isPending} busyLabel={t('start.link.recording')} onClick={() => tap.mutate()}>
            {is_yesterday ? t('start.link.for_yesterday', { day: plainDay(day) }) : t('start.link.for_today')}
          </Button>
          <MissionLink missionId={mission_id}>{t('start.link.write_instead')}</MissionLink>
        </>
      }
    >
      <p>{t(is_yesterday ? 'start.link.one_tap_yesterday' : 'start.link.one_tap')}</p>
    </LinkPage>
  );
}

interface DoneProps {
  missionId: string;
  title: string;
  /** The day that it counts for, if it was not today's. */
  yesterday: string | null;
  streak: number;
}

function Done({ missionId, title, yesterday, streak }: DoneProps) {
  const t = useT();
  const done = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => done.current?.focus(), []);
  return (
    <LinkPage
      lead={title}
      title={yesterday === null ? t('start.link.done_today') : t('start.link.done_for', { day: plainDay(yesterday) })}
      action={
        <MissionLink missionId={missionId} main>
          {t('start.common.open_mission')}
        </MissionLink>
      }
    >
      <div ref={done} tabIndex={-1} role="status" className="flex items-center justify-center gap-3">
        <Flame className="jump h-9 w-auto shrink-0" />
        <p>{streak === 1 ? t('start.link.new_streak') : t('start.link.streak', { days: streak })}</p>
      </div>
    </LinkPage>
  );
}

function Closed({ link }: { link: CheckinLink }) {
  const t = useT();
  const used = link.state === 'used';
  return (
    <LinkPage
      lead={link.mission_title}
      title={used ? t('start.link.already') : t('start.link.was_for', { day: longDay(link.day) })}
      action={
        <MissionLink missionId={link.mission_id} main>
          {t('start.common.open_mission')}
        </MissionLink>
      }
    >
      {used && t('start.link.used', { day: longDay(link.day) })}
      {!used && t(link.can_check_in_today ? 'start.link.today_instead' : 'start.link.no_more')}
    </LinkPage>
  );
}

interface MissionLinkProps {
  missionId: string;
  /** It is the only thing left to do. */
  main?: boolean;
  children: string;
}

function MissionLink({ missionId, main = false, children }: MissionLinkProps) {
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId }}
      hash="checkin"
      className={button({ kind: main ? 'flame' : 'quiet' })}
    >
      {children}
    </Link>
  );
}
