import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CheckinLink, checkInByLink as checkinByLink } from '#contract/reminders.ts';
import { SeamButton } from '#platform/web/kit/seam-button.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { longDay, plainDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { markStale } from '#web/data/stale.ts';
import { LinkDone, LinkPage, MissionLink } from '#web/features/site/public.ts';

/** Checks in with a reminder's signed link, but only after a press: mail scanners open links too. */
export function CheckinByLink({ token, link }: { token: string; link: CheckinLink }) {
  const client = useQueryClient();
  const t = useT();
  const { mission_id, mission_title, day, is_yesterday } = link;
  const tap = useMutation({
    mutationFn: () => call(checkinByLink, { params: { token } }),
    onSuccess: () => {
      // The user might also be signed in in this browser.
      void markStale(client, 'own_checkin', { mission_id, feed_outdated: true });
    },
    onError: (error) => {
      // The link was used or expired since the page loaded. The page will show that. Other errors can be retried.
      if (error instanceof ApiError && error.status === 400) void markStale(client, 'checkin_link', { token });
      else toast.failure(error, t('start.link.record_failed'));
    },
  });
  if (tap.data) {
    const { mission_streak_days: days } = tap.data;
    return (
      <LinkDone
        mission={link}
        lead={mission_title}
        title={is_yesterday ? t('start.link.done_for', { day: plainDay(tap.data.day) }) : t('start.link.done_today')}
        action={<MissionLink missionId={mission_id} hash="checkin" />}
      >
        {days === 1 ? t('start.link.new_streak') : t('start.link.streak', { days })}
      </LinkDone>
    );
  }
  if (link.state !== 'open') return <Closed link={link} />;
  return (
    <LinkPage
      mission={link}
      lead={longDay(day)}
      title={mission_title}
      action={
        <>
          <SeamButton busy={tap.isPending} busyLabel={t('start.link.recording')} onClick={() => tap.mutate()}>
            {is_yesterday ? t('start.link.for_yesterday', { day: plainDay(day) }) : t('start.link.for_today')}
          </SeamButton>
          <MissionLink missionId={mission_id} hash="checkin" kind="quiet">
            {t('start.link.write_instead')}
          </MissionLink>
        </>
      }
    >
      <p>{t(is_yesterday ? 'start.link.one_tap_yesterday' : 'start.link.one_tap')}</p>
    </LinkPage>
  );
}

function Closed({ link }: { link: CheckinLink }) {
  const t = useT();
  const used = link.state === 'used';
  return (
    <LinkPage
      mission={link}
      lead={link.mission_title}
      title={used ? t('start.link.already') : t('start.link.was_for', { day: longDay(link.day) })}
      action={<MissionLink missionId={link.mission_id} hash="checkin" />}
    >
      <span>
        {used
          ? t('start.link.used', { day: longDay(link.day) })
          : t(link.can_check_in_today ? 'start.link.today_instead' : 'start.link.no_more')}
      </span>
    </LinkPage>
  );
}
