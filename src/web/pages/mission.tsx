import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { StickyCheckin } from '#web/features/checkins/form/sticky-checkin.tsx';
import { OwnershipOffer } from '#web/features/members/ownership-offer.tsx';
import { EndedBanner } from '#web/features/missions/page/ended-banner.tsx';
import { MissionActions } from '#web/features/missions/page/mission-actions.tsx';
import { MissionHeader } from '#web/features/missions/page/mission-header.tsx';
import { MissionLoadError } from '#web/features/missions/page/mission-load-error.tsx';
import { MissionNotFound } from '#web/features/missions/page/mission-not-found.tsx';
import { MissionSkeleton } from '#web/features/missions/page/mission-skeleton.tsx';
import { missionQuery } from '#web/features/missions/queries.ts';
import { isRetryable } from '#web/lib/api/api-error.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { Page } from '#web/ui/page.tsx';
import { MissionParts, OpenDialog } from './mission-parts.tsx';
import { useMissionPage } from './use-mission-page.ts';

const route = getRouteApi('/app/mission/$missionId');

export function MissionPage() {
  const { missionId } = route.useParams();
  const query = useQuery(missionQuery(missionId));
  const { data, error } = query;
  // The cached mission may have been deleted or left meanwhile.
  if (error && !isRetryable(error))
    return (
      <Page title="Mission Not Found">
        <MissionNotFound error={error} />
      </Page>
    );
  if (data) return <LoadedMission key={missionId} mission={data} />;
  return (
    <Page title="Mission" back>
      {error ? <MissionLoadError query={query} /> : <MissionSkeleton />}
    </Page>
  );
}

function LoadedMission({ mission: known }: { mission: Mission }) {
  const page = useMissionPage(known);
  const { mission, own, me, setAction } = page;
  const phone = usePhone();
  const [submit, setSubmit] = useState<HTMLElement | null>(null);
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
        justCheckedIn={page.receipt !== null}
        actions={
          <MissionActions
            mission={mission}
            onOpen={setAction}
            className="flex shrink-0 gap-2 self-start whitespace-nowrap"
          />
        }
      />
      <MissionParts page={page} phone={phone} submitRef={setSubmit} />
      <OpenDialog page={page} />
    </Page>
  );
}
