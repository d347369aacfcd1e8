import type { User } from '#contract/auth.ts';
import type { Checkin, CheckinReceipt } from '#contract/checkins.ts';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { useDashboardData } from '#web/data/missions/queries.ts';
import type { OutboxItem } from '#web/data/outbox/outbox-item.ts';
import { Fire } from '#web/features/members/public.ts';
import { useT } from '#web/lib/language.ts';
import { CheckinCard, CheckinClosed } from './checkin-card.tsx';
import { CheckinDone } from './checkin-done.tsx';
import { MilestonePicture } from './milestone-picture.tsx';
import { seeYou } from './next-day.ts';
import { nextText, pendingText } from './receipt-text.ts';
import type { CheckinForm } from './use-checkin-form.ts';
import { useFilm } from './use-film.ts';
import { useMilestone } from './use-milestone.ts';
import type { WayOnProps } from './way-on.tsx';

/** Today's check-in, as the page of its mission knows it. */
export interface CheckinOfToday {
  mission: Mission;
  me: User;
  own: Member;
  /** The viewer's check-ins that the schedule asked for. */
  counted: number;
  form: CheckinForm;
  /** Today's check-in is made, and no answer to it is awaited here. */
  isDone: boolean;
  /** The check-in while it is pending. */
  pending: OutboxItem | null;
  /** That of the check-in which this page has made. */
  receipt: CheckinReceipt | null;
  /** The check-in in the feed, if it is loaded. */
  ownCheckin: Checkin | null;
  /** Opens what the owner can do about the members; null for others. */
  onMembers: (() => void) | null;
}

/** Where to go on: the next mission that needs a check-in, else when the user is asked again. Undefined while unknown. */
function useWayOn({ id }: Mission): WayOnProps['way'] {
  const t = useT();
  const dashboard = useDashboardData();
  if (!dashboard) return undefined;
  const mission = dashboard.missions.find((other) => other.needed_today && other.id !== id);
  if (mission) return { mission };
  return { seeYou: seeYou(t, dashboard) };
}

function TodayDone(today: CheckinOfToday) {
  const { mission, own, counted, form, pending, receipt, ownCheckin, me, onMembers } = today;
  const t = useT();
  const milestone = useMilestone(today);
  const way = useWayOn(mission);
  const breaks = { until: own.away_until, next: useDashboardData()?.next_pause ?? null };
  const isNew = form.isNew && (receipt !== null || (pending !== null && form.pending));
  const film = useFilm(isNew, form.onPlayed);
  return (
    <CheckinDone
      missionId={mission.id}
      patch={mission.patch}
      counted={counted}
      planned={mission.planned_days}
      streak={own.streak_days}
      next={nextText(t, mission, breaks)}
      pendingSince={pending && pendingText(t, pending.performed_at, me.timezone)}
      milestone={milestone}
      isNew={isNew}
      film={film}
      receipt={receipt}
      // The feed's row before the receipt, which does not know of edits.
      checkin={ownCheckin ?? receipt?.checkin ?? null}
      pending={pending}
      fire={
        <Fire
          {...{ mission, me, onMembers }}
          hidesOwn={!film('fire')}
          sky={milestone && <MilestonePicture kind={milestone.kind} className="mt-2 size-26" />}
          beside
        />
      }
      way={way}
    />
  );
}

/** Today's check-in: done, open, or from when on it can be made. */
export function TodayCheckin(today: CheckinOfToday) {
  const { mission, own, counted, form, isDone } = today;
  if (isDone) return <TodayDone {...today} />;
  if (!mission.can.check_in && !form.busy) return <CheckinClosed mission={mission} />;
  return (
    <CheckinCard form={form} mission={mission} counted={counted} streak={own.streak_days} awayUntil={own.away_until} />
  );
}
