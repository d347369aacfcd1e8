import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { Button, button } from '#web/ui/button.tsx';
import { UnlitCampfire } from '#web/ui/drawings/empty-scenes.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EndedCard } from './ended-card.tsx';
import { MissionCard } from './mission-card.tsx';
import { LIMIT_ID, PlanTile, Upgrade } from './plan-tile.tsx';
import { cardKind } from './today.ts';

interface MyMissionsProps {
  dashboard: Dashboard;
  meId: string;
  onComplete: (mission: DashboardMission) => void;
}

/** The missions in the order of the server: what is open first (Spec 2 Dashboard). */
export function MyMissions(props: MyMissionsProps) {
  const { dashboard } = props;
  const isEmpty = dashboard.missions.length === 0;
  return (
    <section aria-labelledby="my-missions" id="missions" className="min-w-0 scroll-mt-4">
      <div className="mb-4 flex min-h-12 items-center justify-between gap-3">
        <h2 id="my-missions" className="text-xl font-extrabold">
          My Missions
        </h2>
        {!isEmpty && <CreateMission allowed={dashboard.missions_left !== 0} />}
        {isEmpty && dashboard.missions_left !== null && <Upgrade />}
      </div>
      {isEmpty ? <NoMissions /> : <Cards {...props} />}
    </section>
  );
}

function CreateMission({ allowed }: { allowed: boolean }) {
  const label = (
    <>
      <Plus className="size-5" aria-hidden />
      Create Mission
    </>
  );
  if (!allowed)
    return (
      <Button kind="quiet" size="sm" disabled aria-describedby={LIMIT_ID}>
        {label}
      </Button>
    );
  return (
    <Link to="/create-mission" className={button({ kind: 'quiet', size: 'sm' })}>
      {label}
    </Link>
  );
}

/** Patches in rows of two; the long cards stand before them, so that they tear no hole into a row. */
function Cards({ dashboard, meId, onComplete }: MyMissionsProps) {
  const cards = dashboard.missions.map((mission) => ({
    mission,
    kind: cardKind(mission, dashboard.checked_in_missions),
  }));
  const ended = cards.filter((card) => card.kind === 'ended');
  const running = cards.filter((card) => card.kind !== 'ended');
  const lead = running.find((card) => card.kind === 'open') ?? running[0];
  const others = running.filter((card) => card !== lead);
  const cardOf = (card: (typeof cards)[number]) => (
    <MissionCard key={card.mission.id} {...card} owned={card.mission.owner_id === meId} lead={card === lead} />
  );
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {lead && cardOf(lead)}
      {ended.map(({ mission }) => (
        <EndedCard key={mission.id} {...{ mission, onComplete }} />
      ))}
      {others.map(cardOf)}
      <PlanTile left={dashboard.missions_left} wide={others.length % 2 === 0} />
    </ul>
  );
}

function NoMissions() {
  return (
    <EmptyState
      drawing={<UnlitCampfire className="w-full max-w-lg" />}
      title="No missions yet"
      action={
        <Link to="/create-mission" className={button()}>
          <Plus className="size-5" aria-hidden />
          First Mission
        </Link>
      }
      after="Got a link from a friend? Open it and you are in."
    >
      Pick one small habit and a last day. The first stitch takes a minute.
    </EmptyState>
  );
}
