import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { scrollToElement } from '#platform/web/kit/scroll-to.ts';
import { useMe } from '#web/data/me.ts';
import type { LoadedMission } from '#web/data/missions/queries.ts';
import { readAnchor, useCheckin, useFeed, useYesterdayTick } from '#web/features/checkins/public.ts';
import { checkinFingerprint } from '#web/features/missions/queries.ts';
import type { MissionAction } from './mission-header.tsx';
import { usePart } from './use-part.ts';

/** The maximum number of pages to search for an anchored check-in. */
const PAGES_MAX = 100;

/** Scrolls to #checkin or #checkin-{id}. Loads older check-ins until the element exists. */
function useAnchor(feed: ReturnType<typeof useFeed>): void {
  const { hash, state } = useLocation();
  // The history key makes a second press on the same link scroll again.
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

const route = getRouteApi('/queries/app/mission/$missionId');

export type PageAction = MissionAction | 'complete' | 'members' | 'quilt';

/** Combines the mission with this device's pending items, forms and open dialog. */
export function useMissionPage({ fetched, mission, pending }: LoadedMission) {
  const me = useMe();
  const feed = useFeed(mission.id, checkinFingerprint(fetched));
  const { shared = false } = route.useSearch();
  const form = useCheckin({ mission, shared });
  const yesterday = useYesterdayTick(mission);
  const [action, setAction] = useState<PageAction | null>(null);
  useAnchor(feed);
  const own = mission.members.find((member) => member.user_id === me.id)!;
  const alone = mission.members.length === 1;
  const hasToday = mission.state === 'active' && mission.today <= mission.last_day;
  const part = usePart(hasToday);
  return {
    me,
    mission,
    pending,
    feed,
    form,
    isDone: mission.checked_in_today,
    action,
    setAction,
    own,
    counted: mission.counted_checkins,
    // Yesterday's receipt expires at midnight.
    receipt: form.receipt?.checkin.local_day === mission.today ? form.receipt : null,
    ownCheckin:
      feed.checkins.find(({ user_id, local_day }) => user_id === me.id && local_day === mission.today) ?? null,
    yesterday,
    alone,
    hasToday,
    part,
    onMembers: own.is_owner && !alone ? () => setAction('members') : null,
  };
}

export type MissionPageState = ReturnType<typeof useMissionPage>;

export interface PartProps {
  page: MissionPageState;
}
