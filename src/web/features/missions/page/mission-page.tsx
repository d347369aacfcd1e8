import { Suspense } from 'react';
import type { LoadedMission } from '#web/data/missions/queries.ts';
import { YesterdayLine } from '#web/features/checkins/public.ts';
import { Page } from '#web/features/frame/public.ts';
import { OwnershipOffer } from '#web/features/members/public.ts';
import { MovedQuestion } from '#web/features/profile/public.ts';
import { EndedBanner } from './ended-banner.tsx';
import { Inviting } from './inviting.tsx';
import { MissionHeader } from './mission-header.tsx';
import { MissionPart } from './mission-part.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { Parts } from './parts.tsx';
import { TeamPart } from './team-part.tsx';
import { TodayPart } from './today-part.tsx';
import { useMissionPage } from './use-mission-page.ts';

const CONTENT = { today: TodayPart, team: TeamPart, mission: MissionPart };

/** The page of a mission that could be loaded: one of its parts (docs/rules.md#members). */
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
      {/* The form has it above the three kinds. */}
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
