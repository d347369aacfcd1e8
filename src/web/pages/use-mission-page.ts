import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { useAnchor } from '#web/features/checkins/feed/use-anchor.ts';
import { useFeed } from '#web/features/checkins/feed/use-feed.ts';
import { useCheckin } from '#web/features/checkins/form/use-checkin-form.ts';
import { pendingToday, withPendingCheckin } from '#web/features/checkins/pending-checkins.ts';
import { useSendInvitation } from '#web/features/invitations/use-send-invitation.ts';
import type { MissionAction } from '#web/features/missions/page/mission-actions.tsx';
import { checkinFingerprint, useRefreshMission } from '#web/features/missions/queries.ts';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { useMe } from '#web/lib/session/me.ts';
import { useCheckinSlots } from './checkin-slots.tsx';

const route = getRouteApi('/app/mission/$missionId');

/** The dialogs of the page. */
export type PageAction = MissionAction | 'complete' | 'members' | 'quilt';

/** Everything that the mission page holds: its data with what is pending on this device, its forms, the open dialog. */
export function useMissionPage(known: Mission) {
  const me = useMe();
  const pending = pendingToday(known, useOutbox());
  const mission = withPendingCheckin(known, me.id, pending);
  const feed = useFeed(mission.id, checkinFingerprint(mission));
  const slotsOf = useCheckinSlots(mission, me);
  const { shared = false } = route.useSearch();
  const form = useCheckin({ mission, shared, onOutdated: useRefreshMission(mission.id) });
  const invitation = useSendInvitation(mission.id);
  const [action, setAction] = useState<PageAction | null>(null);
  useAnchor(feed);
  return {
    me,
    mission,
    pending,
    feed,
    slotsOf,
    form,
    invitation,
    action,
    setAction,
    own: mission.members.find((member) => member.user_id === me.id)!,
    // A page that stayed open over midnight begins a new day.
    receipt: form.receipt?.checkin.local_day === mission.today ? form.receipt : null,
    ownCheckin:
      feed.checkins.find(({ user_id, local_day }) => user_id === me.id && local_day === mission.today) ?? null,
    // Before the first day and after the last nobody can check in.
    running: mission.can.check_in || (mission.state === 'active' && mission.today >= mission.first_day),
  };
}

export type MissionPageState = ReturnType<typeof useMissionPage>;
