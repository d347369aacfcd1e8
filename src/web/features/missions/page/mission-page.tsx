import { Suspense } from 'react';
import type { LoadedMission } from '#web/data/missions/queries.ts';
import { YesterdayLine } from '#web/features/checkins/public.ts';
import { CompleteMission } from '#web/features/completion/public.ts';
import { Page } from '#web/features/frame/public.ts';
import { LeaveMission, MembersDialog, OwnershipOffer, OwnHabitDialog } from '#web/features/members/public.ts';
import { DeleteMission } from '#web/features/missions/delete-mission.tsx';
import { EditMission } from '#web/features/missions/editor/edit-mission.tsx';
import { QuiltDialog } from '#web/features/missions/quilt/quilt-dialog.tsx';
import { MovedQuestion } from '#web/features/profile/public.ts';
import { Moment } from '#web/features/reminders/public.ts';
import { TakePause } from '#web/features/streaks/public.ts';
import { EndedBanner } from './ended-banner.tsx';
import { Inviting } from './inviting.tsx';
import { MissionHeader } from './mission-header.tsx';
import { MissionPart } from './mission-part.tsx';
import { Parts } from './parts.tsx';
import { TeamPart } from './team-part.tsx';
import { TodayPart } from './today-part.tsx';
import { type PartProps, useMissionPage } from './use-mission-page.ts';

const CONTENT = { today: TodayPart, team: TeamPart, mission: MissionPart };

/** The open part of a loaded mission's page (docs/rules.md#members). */
export function MissionContent({ loaded }: { loaded: LoadedMission }) {
  const page = useMissionPage(loaded);
  const { mission, own, counted, me, part, setAction } = page;
  const Content = CONTENT[part];
  return (
    <Page title={mission.title}>
      {(mission.days_remaining === 0 || mission.state === 'completed') && (
        <EndedBanner mission={mission} own={own} counted={counted} onComplete={() => setAction('complete')} />
      )}
      {mission.owner_offer?.user_id === me.id && <OwnershipOffer mission={mission} />}
      <MissionHeader
        mission={mission}
        counted={counted}
        onOpen={setAction}
        onYesterday={mission.can.check_in_yesterday && !mission.needed_yesterday ? page.yesterday.tick : null}
      />
      <MovedQuestion />
      <Parts mission={mission} open={part} hasToday={page.hasToday} alone={page.alone} />
      {/* The check-in form on Today has its own line for yesterday. */}
      {mission.needed_yesterday && !(part === 'today' && mission.can.check_in) && (
        <div className="mb-4">
          <YesterdayLine mission={mission} />
        </div>
      )}
      <Content page={page} />
      <Suspense fallback={null}>
        <OpenDialog page={page} />
      </Suspense>
      {mission.can.invite && <Inviting mission={mission} me={me} />}
    </Page>
  );
}

function OpenDialog({ page: { action, mission, me, own, setAction } }: PartProps) {
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
    case 'own_habit':
      return <OwnHabitDialog {...props} own={own} />;
    case 'pause':
      return <TakePause onClose={props.onClose} />;
    case 'quilt':
      return <QuiltDialog {...props} meId={me.id} />;
    case null:
      return null;
  }
}
