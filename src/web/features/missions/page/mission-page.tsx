import { Suspense, useState } from 'react';
import type { LoadedMission } from '#web/data/missions/queries.ts';
import { Page } from '#web/features/frame/public.ts';
import { OwnershipOffer } from '#web/features/members/public.ts';
import { MovedQuestion } from '#web/features/profile/public.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { EndedBanner } from './ended-banner.tsx';
import { Inviting } from './inviting.tsx';
import { MissionActions, MissionHeader } from './mission-header.tsx';
import { MissionParts } from './mission-parts.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { StickyCheckin, useInView } from './sticky-checkin.tsx';
import { useMissionPage } from './use-mission-page.ts';

/** The page of a mission that could be loaded. */
export function MissionContent({ loaded }: { loaded: LoadedMission }) {
  const page = useMissionPage(loaded);
  const { mission, own, counted, me, setAction } = page;
  const phone = usePhone();
  const [submit, setSubmit] = useState<HTMLElement | null>(null);
  const submitInView = useInView(submit);
  // Whoever is filling the form, or waits for its answer, has one button that checks in.
  const { busy, draft } = page.form;
  const sticky = phone && mission.needed_today && !submitInView && !busy && draft.kind === 'tick';
  return (
    <Page
      title={mission.title}
      back="dashboard"
      {...(sticky && { bottom: <StickyCheckin streak={own.streak_days} /> })}
    >
      {(mission.days_remaining === 0 || mission.state === 'completed') && (
        <EndedBanner mission={mission} own={own} counted={counted} onComplete={() => setAction('complete')} />
      )}
      {mission.owner_offer?.user_id === me.id && <OwnershipOffer mission={mission} />}
      <MissionHeader
        mission={mission}
        own={own}
        counted={counted}
        onOpen={setAction}
        onYesterday={mission.can.check_in_yesterday && !mission.needed_yesterday ? page.yesterday.tick : null}
        actions={
          <MissionActions
            mission={mission}
            onOpen={setAction}
            className="flex shrink-0 gap-2 self-start whitespace-nowrap"
          />
        }
      />
      <MovedQuestion />
      <MissionParts page={page} phone={phone} submitRef={setSubmit} />
      <Suspense fallback={null}>
        <OpenDialog page={page} />
      </Suspense>
      {mission.can.invite && <Inviting mission={mission} me={me} />}
    </Page>
  );
}
