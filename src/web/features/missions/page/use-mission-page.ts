import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { dayOf } from '#domain/days.ts';
import { useMe } from '#web/data/me.ts';
import { pendingToday, withPendingCheckin, withPendingYesterday } from '#web/data/missions/pending.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { readAnchor, useCheckin, useCheckinSlots, useFeed, useYesterdayTick } from '#web/features/checkins/public.ts';
import { useSendInvitation } from '#web/features/invitations/public.ts';
import { checkinFingerprint, quiltQuery } from '#web/features/missions/queries.ts';
import { countedSquares, withToday } from '#web/features/missions/quilt/quilt-rows.ts';
import { scrollToElement } from '#web/kit/scroll-to.ts';
import type { MissionAction } from './mission-header.tsx';

/** How many pages back an anchored check-in is searched for. */
const PAGES_MAX = 100;

/** Scrolls to #checkin or #checkin-{id} once it is rendered, loading older check-ins until it is found. */
function useAnchor(feed: ReturnType<typeof useFeed>): void {
  const { hash, state } = useLocation();
  // Pressing the same link again scrolls again.
  const arrival = `${hash} ${state.__TSR_key ?? ''}`;
  const reached = useRef('');
  const id = readAnchor(hash)?.element;
  const { showMore } = feed;
  const canLoad = feed.query.isSuccess && feed.hasMore && !feed.query.isFetching && feed.pages < PAGES_MAX;
  useEffect(() => {
    if (!id || reached.current === arrival) return;
    if (scrollToElement(id, id === 'checkin')) reached.current = arrival;
    else if (canLoad && id !== 'checkin') showMore();
  });
}

/** The viewer's check-ins that the schedule asked for. The quilt, which the page shows anyway, tells them from extra ones. */
function useCountedCheckins(mission: Mission, own: Member): number {
  const { schedule, planned_days } = mission;
  const { data } = useQuery({ ...quiltQuery(mission.id), enabled: schedule.kind !== 'daily' });
  if (schedule.kind === 'daily') return own.checkins_count;
  const row = data && withToday(data, mission).members.find(({ user_id }) => user_id === own.user_id);
  return row ? countedSquares(row, { ...mission, schedule }) : Math.min(own.checkins_count, planned_days);
}

const route = getRouteApi('/queries/app/mission/$missionId');

/** The dialogs of the page. */
export type PageAction = MissionAction | 'complete' | 'members' | 'quilt';

/** The state of the mission page: its data with what is pending on this device, its forms, and the open dialog. */
export function useMissionPage(cached: Mission) {
  const me = useMe();
  const items = useOutbox();
  const pending = pendingToday(cached, items);
  const mission = withPendingYesterday(withPendingCheckin(cached, me.id, pending), cached.today, items);
  const feed = useFeed(mission.id, checkinFingerprint(cached));
  const slots = useCheckinSlots(mission, me);
  const { shared = false } = route.useSearch();
  const form = useCheckin({ mission, shared });
  const invitation = useSendInvitation(mission.id);
  const yesterday = useYesterdayTick(mission);
  const [action, setAction] = useState<PageAction | null>(null);
  useAnchor(feed);
  const own = mission.members.find((member) => member.user_id === me.id)!;
  return {
    me,
    mission,
    pending,
    feed,
    slots,
    form,
    invitation,
    action,
    setAction,
    own,
    counted: useCountedCheckins(mission, own),
    // A receipt from before midnight no longer counts.
    receipt: form.receipt?.checkin.local_day === mission.today ? form.receipt : null,
    ownCheckin:
      feed.checkins.find(({ user_id, local_day }) => user_id === me.id && local_day === mission.today) ?? null,
    yesterday,
    alone: mission.members.length === 1,
    // On the day on which they joined nobody but the owner is offered to nudge.
    nudges: own.is_owner || dayOf(new Date(own.joined_at), me.timezone) < mission.today,
    // Before the first day and after the last nobody can check in.
    running: mission.can.check_in || (mission.state === 'active' && mission.today >= mission.first_day),
  };
}

export type MissionPageState = ReturnType<typeof useMissionPage>;
