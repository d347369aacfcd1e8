import type { ReactNode, Ref } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Feed, TodayCheckin, YesterdayCheckin } from '#web/features/checkins/public.ts';
import { InviteLink } from '#web/features/members/public.ts';
import { QuiltSection } from '#web/features/missions/quilt/quilt-section.tsx';
import { Button } from '#web/kit/button.tsx';
import { useMedia } from '#web/lib/use-media.ts';
import { GoalProgressBox } from './goal-progress.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { Description, MissionActions } from './mission-header.tsx';
import { TodayMembers } from './today-members.tsx';
import type { MissionPageState } from './use-mission-page.ts';

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

export interface PartProps {
  page: MissionPageState;
}

type PartsProps = PartProps & { phone: boolean; submitRef: Ref<HTMLButtonElement> };

/** The parts below the header, each under its key, so that it stays the same when the window gets wider or narrower. */
function partsOf({ page, phone, submitRef }: PartsProps, wide: boolean) {
  const { mission, own, me, feed, setAction, running, alone } = page;
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
        <TodayCheckin {...page} submitRef={submitRef} />
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
        <Feed feed={feed} mission={mission} last={wide} />
      </div>
    ),
    stars: <Leaderboard key="stars" mission={mission} meId={me.id} aside={!running && manage} />,
    quilt: (
      <div key="quilt" className="lg:col-start-1">
        <QuiltSection mission={mission} meId={me.id} phone={phone} onWhole={() => setAction('quilt')} />
        {/* Once the day is done it stands below the fire. */}
        {alone && mission.can.invite && !mission.checked_in_today && (
          <p className="mt-2 text-center">
            <InviteLink missionId={mission.id} kind="bare">
              Ask someone along
            </InviteLink>
          </p>
        )}
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
    invite: mission.can.invite && (
      <InviteLink key="invite" missionId={mission.id} kind="quiet">
        Invite Friends
      </InviteLink>
    ),
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
