import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Feed } from '#web/features/checkins/feed/feed.tsx';
import { useAnchor } from '#web/features/checkins/feed/use-anchor.ts';
import { useFeed } from '#web/features/checkins/feed/use-feed.ts';
import { CheckinCard } from '#web/features/checkins/form/checkin-card.tsx';
import { CheckinDone } from '#web/features/checkins/form/checkin-done.tsx';
import { CheckinClosed } from '#web/features/checkins/form/checkin-unavailable.tsx';
import { pendingText, receiptText, roundStory } from '#web/features/checkins/form/receipt-text.ts';
import { StickyCheckin } from '#web/features/checkins/form/sticky-checkin.tsx';
import { useCheckin } from '#web/features/checkins/form/use-checkin-form.ts';
import { pendingToday, withPendingCheckins } from '#web/features/checkins/pending-checkins.ts';
import { CompleteMission } from '#web/features/completion/complete-mission.tsx';
import { SendForm } from '#web/features/invitations/send-form.tsx';
import { SentList } from '#web/features/invitations/sent-list.tsx';
import { useSendInvitation } from '#web/features/invitations/use-send-invitation.ts';
import { LeaveMission } from '#web/features/members/leave-mission.tsx';
import { MembersDialog } from '#web/features/members/members-dialog.tsx';
import { OwnershipOffer } from '#web/features/members/ownership-offer.tsx';
import { EditMission } from '#web/features/missions/editor/edit-mission.tsx';
import { DeleteMission } from '#web/features/missions/page/delete-mission.tsx';
import { EndedBanner } from '#web/features/missions/page/ended-banner.tsx';
import { GoalProgressBox } from '#web/features/missions/page/goal-progress.tsx';
import { Invite } from '#web/features/missions/page/invite.tsx';
import { Leaderboard } from '#web/features/missions/page/leaderboard.tsx';
import { type MissionAction, MissionActions } from '#web/features/missions/page/mission-actions.tsx';
import { About } from '#web/features/missions/page/mission-description.tsx';
import { MissionHeader } from '#web/features/missions/page/mission-header.tsx';
import { MissionLoadError } from '#web/features/missions/page/mission-load-error.tsx';
import { MissionNotFound } from '#web/features/missions/page/mission-not-found.tsx';
import { MissionSkeleton } from '#web/features/missions/page/mission-skeleton.tsx';
import { TodayMembers } from '#web/features/missions/page/today-members.tsx';
import { checkinFingerprint, missionQuery, useMissionCache } from '#web/features/missions/queries.ts';
import { QuiltDialog } from '#web/features/missions/quilt/quilt-dialog.tsx';
import { QuiltSection } from '#web/features/missions/quilt/quilt-section.tsx';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { isRetryable } from '#web/lib/api/api-error.ts';
import { useMe } from '#web/lib/session/me.ts';
import { useMedia, usePhone } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { useCheckinSlots } from './checkin-slots.tsx';

const route = getRouteApi('/app/mission/$missionId');

export function MissionPage() {
  const { missionId } = route.useParams();
  const { data, error, isFetching, refetch } = useQuery(missionQuery(missionId));
  // A mission that was deleted or left meanwhile is gone although it was here.
  if (error && !isRetryable(error))
    return (
      <Page title="Mission Not Found">
        <MissionNotFound error={error} />
      </Page>
    );
  if (data) return <LoadedMission key={missionId} mission={data} />;
  return (
    <Page title="Mission" back>
      {error ? (
        <MissionLoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <MissionSkeleton />
      )}
    </Page>
  );
}

/** The mission page with its data. What is typed lives here, above the two layouts. */
function LoadedMission({ mission: known }: { mission: Mission }) {
  const me = useMe();
  const kept = pendingToday(known, useOutbox());
  const mission = withPendingCheckins(known, me.id, kept);
  const wide = useMedia('(width >= 64rem)');
  const phone = usePhone();
  const cache = useMissionCache(mission.id);
  const feed = useFeed(mission.id, checkinFingerprint(mission));
  const slotsOf = useCheckinSlots(mission, me);
  const { shared = false } = route.useSearch();
  const form = useCheckin({ mission, shared, onRecorded: cache.checkedIn, onOutdated: cache.refresh });
  const letter = useSendInvitation(mission.id);
  const [submit, setSubmit] = useState<HTMLElement | null>(null);
  const [action, setAction] = useState<PageAction | null>(null);
  useAnchor(feed);

  const own = mission.members.find((member) => member.user_id === me.id)!;
  // A page that stayed open over midnight begins a new day.
  const receipt = form.receipt?.checkin.local_day === mission.today ? form.receipt : null;
  const mine = feed.checkins.find(({ user_id, local_day }) => user_id === me.id && local_day === mission.today);
  const open = mission.members.filter((member) => !member.checked_in_today).map((member) => member.name);
  // Before the first day and after the last nobody is awaited.
  const running = mission.can.check_in || (mission.state === 'active' && mission.today >= mission.first_day);
  const manage = own.is_owner && mission.members.length > 1 && (
    <Button kind="quiet" size="sm" onClick={() => setAction('members')}>
      Members
    </Button>
  );
  const blocks = {
    checkin: mission.checked_in_today ? (
      <CheckinDone
        streak={own.streak_days}
        story={
          kept
            ? pendingText(kept.performed_at, me.timezone)
            : receiptText(mission, receipt?.checkin.points_earned ?? mine?.points_earned ?? null)
        }
        round={roundStory({ isIn: mission.members.length - open.length, open })}
        fresh={receipt !== null || (kept !== null && form.kept)}
        receipt={receipt}
        checkin={mine ?? receipt?.checkin ?? null}
      />
    ) : mission.can.check_in ? (
      <CheckinCard
        form={form}
        stitch={own.checkins_count + 1}
        total={mission.duration_days}
        streak={own.streak_days}
        submitRef={setSubmit}
      />
    ) : (
      mission.days_remaining > 0 && <CheckinClosed mission={mission} />
    ),
    who: running && <TodayMembers mission={mission} meId={me.id} zone={me.timezone} aside={manage} />,
    goals: <GoalProgressBox mission={mission} own={own} />,
    feed: <Feed feed={feed} meId={me.id} zone={me.timezone} last={wide} slotsOf={slotsOf} />,
    stars: <Leaderboard mission={mission} meId={me.id} aside={!running && manage} />,
    quilt: <QuiltSection mission={mission} meId={me.id} phone={phone} onWhole={() => setAction('quilt')} />,
    invite: mission.can.invite && (
      <Invite mission={mission}>
        <SendForm form={letter} />
        {mission.owner_id === me.id && <SentList missionId={mission.id} zone={me.timezone} />}
      </Invite>
    ),
  };
  const bottom = phone && !mission.checked_in_today && mission.can.check_in && (
    <StickyCheckin streak={own.streak_days} submit={submit} />
  );
  return (
    <Page title={mission.title} back {...(bottom && { bottom })}>
      {(mission.days_remaining === 0 || mission.state === 'completed') && (
        <EndedBanner mission={mission} own={own} onComplete={() => setAction('complete')} />
      )}
      {mission.owner_offer?.user_id === me.id && <OwnershipOffer mission={mission} />}
      <MissionHeader
        mission={mission}
        own={own}
        fresh={receipt !== null}
        actions={
          <MissionActions
            mission={mission}
            onOpen={setAction}
            className="flex shrink-0 gap-2 self-start whitespace-nowrap"
          />
        }
      />
      {wide ? (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)_21rem] items-start gap-6">
          <div className="grid grid-cols-1 gap-6">
            {blocks.checkin}
            {blocks.quilt}
            {blocks.feed}
          </div>
          <div className="grid grid-cols-1 gap-6">
            {blocks.who}
            {blocks.goals}
            {blocks.stars}
            {blocks.invite}
          </div>
        </div>
      ) : (
        <div className="mt-5 grid grid-cols-1 gap-5">
          {blocks.checkin}
          {blocks.who}
          {blocks.goals}
          {blocks.feed}
          {blocks.stars}
          {blocks.quilt}
          {phone && (
            <About mission={mission}>
              <MissionActions
                mission={mission}
                onOpen={setAction}
                className="mt-5 grid grid-cols-2 gap-2.5 *:only:col-span-2"
              />
            </About>
          )}
          {blocks.invite}
        </div>
      )}
      <OpenDialog action={action} mission={mission} onClose={() => setAction(null)} />
    </Page>
  );
}

type PageAction = MissionAction | 'complete' | 'members' | 'quilt';

/** What was opened from the page; it stays open when the layout changes. */
function OpenDialog({ action, ...props }: { action: PageAction | null; mission: Mission; onClose: () => void }) {
  const me = useMe();
  switch (action) {
    case 'edit':
      return <EditMission {...props} />;
    case 'delete':
      return <DeleteMission {...props} />;
    case 'complete':
      return <CompleteMission {...props} />;
    case 'leave':
      return <LeaveMission {...props} />;
    case 'members':
      return <MembersDialog {...props} me={me} />;
    case 'quilt':
      return <QuiltDialog {...props} meId={me.id} />;
    case null:
      return null;
  }
}
