import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type Ref, Suspense } from 'react';
import type { Mission } from '#contract/missions.ts';
import { deletionTakesPoints } from '#domain/missions.ts';
import { KeyDialog } from '#web/features/checkin-keys/public.ts';
import { Feed, YesterdayCheckin } from '#web/features/checkins/public.ts';
import { CompleteMission } from '#web/features/completion/public.ts';
import { SendForm, SentList } from '#web/features/invitations/public.ts';
import { AskSomeone, MembersDialog, useLeaveMission } from '#web/features/members/public.ts';
import { EditMission } from '#web/features/missions/editor/edit-mission.tsx';
import { useDeleteMission } from '#web/features/missions/queries.ts';
import { QuiltDialog } from '#web/features/missions/quilt/quilt-dialog.tsx';
import { QuiltSection } from '#web/features/missions/quilt/quilt-section.tsx';
import { pushDevicesQuery } from '#web/features/push/public.ts';
import { MomentDialog } from '#web/features/reminders/public.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { GoalProgressBox } from './goal-progress.tsx';
import { Invite } from './invite.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { Description, MissionActions } from './mission-header.tsx';
import { TodayCheckin } from './today-checkin.tsx';
import { TodayMembers } from './today-members.tsx';
import type { MissionPageState } from './use-mission-page.ts';

/** Says whether the member can come back. */
const returnText = ({ state }: Mission) =>
  state === 'active'
    ? 'With an invitation you can come back while it runs.'
    : 'It is over, so there is no way back to its pages.';

function LeaveMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutateAsync: leave } = useLeaveMission(mission.id);
  return (
    <ConfirmAction
      title="Leave this mission?"
      confirm="Leave mission"
      danger
      busyLabel="Leaving..."
      cancel="Stay"
      action={() => leave()}
      done="You have left the mission"
      failed="We couldn't take you out of the mission. Please try again."
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
      closes="never"
      onClose={onClose}
    >
      <p>
        Your points stay yours, and your check-ins in{' '}
        <strong className="text-ink wrap-anywhere">{mission.title}</strong> stay under your name.
      </p>
      <p className="mt-3">{returnText(mission)}</p>
    </ConfirmAction>
  );
}

/** Asks, and says what is deleted with the mission. */
function DeleteMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutateAsync: remove } = useDeleteMission(mission.id);
  return (
    <ConfirmAction
      title="Delete this mission?"
      confirm="Delete Mission"
      danger
      busyLabel="Deleting..."
      cancel="Keep it"
      action={() => remove()}
      done="Mission deleted"
      failed="Failed to delete mission"
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
      closes="never"
      onClose={onClose}
    >
      <p>
        This deletes <strong className="text-ink wrap-anywhere">{mission.title}</strong> and every check-in in it, for
        everyone. It can't be undone.
      </p>
      <p className="mt-3">
        {deletionTakesPoints(new Date(mission.created_at), new Date())
          ? "It's less than a day old, so the points earned in it go too. Streaks stay."
          : 'Everyone keeps their points and streaks.'}
      </p>
    </ConfirmAction>
  );
}

/** The description and the actions, for which the header has no room on phones. */
function About({ mission, children }: { mission: Mission; children: ReactNode }) {
  return (
    <section aria-labelledby="about" className="rounded-lg bg-card p-5 shadow-card">
      <h2 id="about" className="text-lg font-extrabold">
        About this mission
      </h2>
      <Description html={mission.description} className="mt-3 text-ink-2" />
      {children}
    </section>
  );
}

interface PartProps {
  page: MissionPageState;
}

/** The block that invites, by a link and by e-mail; the owner sees there who has not answered yet. */
function InviteBlock({ page }: PartProps) {
  const { mission, me, invitation } = page;
  return (
    <Invite mission={mission}>
      <SendForm form={invitation} proven={me.email_verified} />
      {mission.owner_id === me.id && <SentList missionId={mission.id} zone={me.timezone} />}
    </Invite>
  );
}

type PartsProps = PartProps & { phone: boolean; submitRef: Ref<HTMLButtonElement> };

/** The parts below the header, each under its key, so that it stays the same when the window gets wider or narrower. */
function partsOf({ page, phone, submitRef }: PartsProps, wide: boolean) {
  const { mission, own, me, feed, slots, setAction, running, alone } = page;
  const manage = own.is_owner && !alone && (
    <Button kind="quiet" size="sm" onClick={() => setAction('members')}>
      Members
    </Button>
  );
  return {
    checkin: (
      <div key="checkin" className="grid grid-cols-1 gap-4 lg:col-start-1 empty:hidden">
        {/* The form has it above its own button. */}
        {mission.needed_yesterday && !mission.can.check_in && (
          <YesterdayCheckin mission={mission} today={mission.today} />
        )}
        <TodayCheckin page={page} submitRef={submitRef} />
      </div>
    ),
    members: running && !alone && (
      <TodayMembers
        key="members"
        mission={mission}
        meId={me.id}
        zone={me.timezone}
        scene={!mission.checked_in_today}
        nudges={page.nudges}
        aside={manage}
      />
    ),
    goals: <GoalProgressBox key="goals" mission={mission} own={own} />,
    feed: (
      <div key="feed" className="lg:col-start-1">
        <Feed feed={feed} meId={me.id} zone={me.timezone} last={wide} {...slots} />
      </div>
    ),
    stars: <Leaderboard key="stars" mission={mission} meId={me.id} aside={!running && manage} />,
    quilt: (
      <div key="quilt" className="lg:col-start-1">
        <QuiltSection mission={mission} meId={me.id} phone={phone} onWhole={() => setAction('quilt')} />
        {/* Once the day is done it stands below the fire. */}
        {alone && mission.can.invite && !mission.checked_in_today && <AskSomeone missionId={mission.id} />}
      </div>
    ),
    about: phone && (
      <About key="about" mission={mission}>
        <MissionActions
          mission={mission}
          onOpen={setAction}
          className="mt-5 grid grid-cols-2 gap-2.5 *:only:col-span-2"
        />
      </About>
    ),
    invite: mission.can.invite && <InviteBlock key="invite" page={page} />,
  };
}

/**
 * The parts below the header, in the document as they are seen. Wide screens have two columns: check-in, quilt and feed,
 * and beside them the members'. Narrow ones have one, where the members come before the feed and the quilt after it.
 * Somebody alone has nobody to look at, but somebody to ask along: the invitation then comes first, Mission Stars last.
 */
export function MissionParts(props: PartsProps) {
  const { alone } = props.page;
  const wide = useMedia('(width >= 64rem)');
  const { checkin, members, goals, feed, stars, quilt, about, invite } = partsOf(props, wide);
  const side = (
    <div key="side" className="col-start-2 row-span-3 row-start-1 grid grid-cols-1 gap-6">
      {alone ? [invite, goals, stars] : [members, goals, stars, invite]}
    </div>
  );
  const narrow = alone
    ? [checkin, invite, goals, feed, quilt, about, stars]
    : [checkin, members, goals, feed, stars, quilt, about, invite];
  return (
    <div className="mt-5 grid grid-cols-1 gap-5 lg:mt-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-6">
      {wide ? [checkin, side, quilt, feed] : narrow}
    </div>
  );
}

/** The viewer's moment, with whether any device of theirs could show a push message. */
function Moment(props: { mission: Mission; onClose: () => void }) {
  const devices = useQuery(pushDevicesQuery);
  return <MomentDialog {...props} pushReady={devices.data && devices.data.length > 0} />;
}

/** The dialog that was opened from the page. */
export function OpenDialog({ page: { action, mission, me, setAction } }: PartProps) {
  const props = { mission, onClose: () => setAction(null) };
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
    case 'moment':
      return <Moment {...props} />;
    case 'key':
      return (
        <Suspense fallback={null}>
          <KeyDialog {...props} zone={me.timezone} />
        </Suspense>
      );
    case 'quilt':
      return <QuiltDialog {...props} meId={me.id} />;
    case null:
      return null;
  }
}
