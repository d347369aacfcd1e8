import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { Mission } from '#contract/missions.ts';
import { INVITATION_MESSAGE_MAX } from '#domain/limits.ts';
import { deletionTakesPoints } from '#domain/missions.ts';
import { Feed } from '#web/features/checkins/feed/feed.tsx';
import { CheckinCard, CheckinClosed } from '#web/features/checkins/form/checkin-card.tsx';
import { CheckinDone } from '#web/features/checkins/form/checkin-done.tsx';
import { pendingText, receiptText, roundStory } from '#web/features/checkins/form/receipt-text.ts';
import { YesterdayCheckin } from '#web/features/checkins/form/yesterday-checkin.tsx';
import { CompleteMission } from '#web/features/completion/complete-mission.tsx';
import { SentList, type useSendInvitation } from '#web/features/invitations/sent-invitations.tsx';
import { MembersDialog } from '#web/features/members/members-dialog.tsx';
import { useLeaveMission } from '#web/features/members/queries.ts';
import { EditMission } from '#web/features/missions/editor/edit-mission.tsx';
import { GoalProgressBox } from '#web/features/missions/page/goal-progress.tsx';
import { Invite } from '#web/features/missions/page/invite.tsx';
import { Leaderboard } from '#web/features/missions/page/leaderboard.tsx';
import { isExpected } from '#web/features/missions/page/member-note.ts';
import { Description, MissionActions } from '#web/features/missions/page/mission-header.tsx';
import { TodayMembers } from '#web/features/missions/page/today-members.tsx';
import { useDeleteMission } from '#web/features/missions/queries.ts';
import { QuiltDialog } from '#web/features/missions/quilt/quilt-dialog.tsx';
import { QuiltSection } from '#web/features/missions/quilt/quilt-section.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/confirm-action.tsx';
import { CountedField } from '#web/ui/counted-field.tsx';
import { Field } from '#web/ui/field.tsx';
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
      busyLabel="Leaving..."
      cancel="Stay"
      action={() => leave()}
      done="You have left the mission"
      failed="Failed to leave mission"
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

interface SendFormProps {
  form: ReturnType<typeof useSendInvitation>;
  /** Whether the user has proved their own address, without which no invitation goes out. */
  proven: boolean;
}

/** The form that invites by e-mail. */
function SendForm({ form, proven }: SendFormProps) {
  return (
    <form className="grid gap-4" onSubmit={form.onSubmit} noValidate>
      <Field
        label="Email Address"
        type="email"
        placeholder="friend@example.com"
        autoComplete="off"
        required
        {...form.field('invitee_email')}
      />
      <CountedField
        label="Personal message"
        max={INVITATION_MESSAGE_MAX}
        area
        rows={2}
        optional
        {...form.field('message')}
      />
      {proven ? (
        <Button type="submit" kind="night" className="w-full" busy={form.busy} busyLabel="Sending...">
          <Send className="size-4.5" aria-hidden />
          Send Invitation
        </Button>
      ) : (
        <p className="rounded-md bg-star-soft px-4 py-2.5 text-sm text-ink">
          Please confirm your email address first. The link is in the email we sent you.
        </p>
      )}
      {form.unmailed && (
        <p role="status" className="rounded-md bg-sky-soft px-3 py-2.5 text-sm text-ink">
          Saved, but no email was sent: this address has had several lately, or wants none. Share the link instead.
        </p>
      )}
    </form>
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
        <strong className="text-ink wrap-anywhere">{mission.title}</strong> goes with all of its check-ins, for
        everybody in it. This can’t be undone.
      </p>
      <p className="mt-3">
        {deletionTakesPoints(new Date(mission.created_at), new Date())
          ? 'It’s less than a day old, so the points earned in it go too. Streaks stay.'
          : 'The points that were earned stay, and so do the streaks.'}
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

/** Today's check-in: done, open, or why it is closed. */
function TodayCheckin({ page, submitRef }: PartProps & { submitRef: Ref<HTMLButtonElement> }) {
  const { mission, own, counted, form, pending, receipt, ownCheckin, me } = page;
  if (mission.checked_in_today) {
    const open = mission.members.filter((member) => isExpected(member, mission) && !member.checked_in_today);
    const isIn = mission.members.filter((member) => member.checked_in_today).length;
    // The feed's row before the receipt, which does not know of edits.
    const done = ownCheckin ?? receipt?.checkin ?? null;
    return (
      <CheckinDone
        streak={own.streak_days}
        story={
          pending ? pendingText(pending.performed_at, me.timezone) : receiptText(mission, done?.points_earned ?? null)
        }
        round={roundStory({ isIn, open: open.map((member) => member.name) })}
        justCheckedIn={receipt !== null || (pending !== null && form.pending)}
        receipt={receipt}
        checkin={done}
      />
    );
  }
  if (!mission.can.check_in) return mission.days_remaining > 0 && <CheckinClosed mission={mission} />;
  return (
    <CheckinCard
      form={form}
      mission={mission}
      counted={counted}
      streak={own.streak_days}
      awayUntil={own.away_until}
      submitRef={submitRef}
    />
  );
}

/** The members' column; on narrow screens its parts are placed among the others. */
function Side({ page }: PartProps) {
  const { mission, own, me, running, invitation, setAction } = page;
  const manage = own.is_owner && mission.members.length > 1 && (
    <Button kind="quiet" size="sm" onClick={() => setAction('members')}>
      Members
    </Button>
  );
  return (
    <div className="contents lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:grid lg:grid-cols-1 lg:gap-6">
      {running && (
        <div className="order-1 lg:order-none">
          <TodayMembers mission={mission} meId={me.id} zone={me.timezone} aside={manage} />
        </div>
      )}
      <div className="order-2 lg:order-none">
        <GoalProgressBox mission={mission} own={own} />
      </div>
      <div className="order-4 lg:order-none">
        <Leaderboard mission={mission} meId={me.id} aside={!running && manage} />
      </div>
      {mission.can.invite && (
        <div className="order-7 lg:order-none">
          <Invite mission={mission}>
            <SendForm form={invitation} proven={me.email_verified !== false} />
            {mission.owner_id === me.id && <SentList missionId={mission.id} zone={me.timezone} />}
          </Invite>
        </div>
      )}
    </div>
  );
}

/**
 * The parts below the header. Wide screens have two columns: check-in, quilt and feed, and beside them the members'.
 * Narrow ones have one, where the members come before the feed and the quilt after it.
 */
export function MissionParts({
  page,
  phone,
  submitRef,
}: PartProps & { phone: boolean; submitRef: Ref<HTMLButtonElement> }) {
  const { mission, me, feed, slotsOf, setAction } = page;
  const wide = useMedia('(width >= 64rem)');
  return (
    <div className="mt-5 grid grid-cols-1 gap-5 lg:mt-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-6">
      <div className="lg:col-start-1 empty:hidden">
        <TodayCheckin page={page} submitRef={submitRef} />
        <YesterdayCheckin mission={mission} today={mission.today} className="mt-3 justify-center" />
      </div>
      <Side page={page} />
      <div className="order-5 lg:order-none lg:col-start-1">
        <QuiltSection mission={mission} meId={me.id} phone={phone} onWhole={() => setAction('quilt')} />
      </div>
      <div className="order-3 lg:order-none lg:col-start-1">
        <Feed feed={feed} meId={me.id} zone={me.timezone} last={wide} slotsOf={slotsOf} />
      </div>
      {phone && (
        <div className="order-6">
          <About mission={mission}>
            <MissionActions
              mission={mission}
              onOpen={setAction}
              className="mt-5 grid grid-cols-2 gap-2.5 *:only:col-span-2"
            />
          </About>
        </div>
      )}
    </div>
  );
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
    case 'quilt':
      return <QuiltDialog {...props} meId={me.id} />;
    case null:
      return null;
  }
}
