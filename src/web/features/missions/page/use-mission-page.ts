import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { useMe } from '#web/data/me.ts';
import type { LoadedMission } from '#web/data/missions/queries.ts';
import { useCheckin, useFeed, useYesterdayTick } from '#web/features/checkins/public.ts';
import { checkinFingerprint, quiltQuery } from '#web/features/missions/queries.ts';
import { countedSquares, withToday } from '#web/features/missions/quilt/quilt-rows.ts';
import type { MissionAction } from './mission-header.tsx';
import { useAnchor } from './use-anchor.ts';
import { usePart } from './use-part.ts';

/** The viewer's check-ins that the schedule asked for. The quilt, which the page shows anyway, tells them from extra ones. */
function useCountedCheckins(mission: Mission, own: Member): number {
  const { schedule, planned_days } = mission;
  const { data } = useQuery({ ...quiltQuery(mission.id), enabled: schedule.kind !== 'daily' });
  if (schedule.kind === 'daily') return own.checkins_count;
  const row = data && withToday(data, mission).members.find(({ user_id }) => user_id === own.user_id);
  return row ? countedSquares(row, { ...mission, schedule }) : Math.min(own.checkins_count, planned_days);
}

const route = getRouteApi('/queries/app/mission/$missionId');

export type PageAction = MissionAction | 'complete' | 'members' | 'quilt';

/** The state of the mission page: its data with what is pending on this device, its forms, and the open dialog. */
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
    // The answer is cached before the form has its receipt, with which the card after the check-in begins.
    isDone: mission.checked_in_today && !form.busy,
    action,
    setAction,
    own,
    counted: useCountedCheckins(mission, own),
    // A receipt from before midnight no longer counts.
    receipt: form.receipt?.checkin.local_day === mission.today ? form.receipt : null,
    ownCheckin:
      feed.checkins.find(({ user_id, local_day }) => user_id === me.id && local_day === mission.today) ?? null,
    yesterday,
    alone,
    hasToday,
    part,
    // What the owner can do about the members.
    onMembers: own.is_owner && !alone ? () => setAction('members') : null,
  };
}

export type MissionPageState = ReturnType<typeof useMissionPage>;

export interface PartProps {
  page: MissionPageState;
}
