import { Link } from '@tanstack/react-router';
import { Hourglass, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { Button, button } from '#web/ui/button.tsx';
import { UnlitCampfire } from '#web/ui/drawings/empty-scenes.tsx';
import { Patch } from '#web/ui/drawings/patch.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GoalPanel, MissionCard, memberCount, OwnerPill, timeLeft } from './mission-card.tsx';
import { plainText } from './plain-text.ts';
import { LIMIT_ID, PlanTile, Upgrade } from './plan-tile.tsx';
import { cardKind } from './today.ts';

interface MyMissionsProps {
  dashboard: Dashboard;
  meId: string;
  onComplete: (mission: DashboardMission) => void;
  /** What other features add below the buttons of a card. */
  afterCard: (mission: DashboardMission) => ReactNode;
}

/** The user's missions in the server's order, those still open today first. */
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

/** Cards in rows of two. The wide cards come first, so that they leave no gap in a row. */
function Cards({ dashboard, meId, onComplete, afterCard }: MyMissionsProps) {
  const cards = dashboard.missions.map((mission) => ({
    mission,
    kind: cardKind(mission, dashboard.checked_in_missions),
  }));
  const ended = cards.filter((card) => card.kind === 'ended');
  const running = cards.filter((card) => card.kind !== 'ended');
  const lead = running.find((card) => card.kind === 'open') ?? running[0];
  const others = running.filter((card) => card !== lead);
  const cardOf = (card: (typeof cards)[number]) => (
    <MissionCard
      key={card.mission.id}
      {...card}
      owned={card.mission.owner_id === meId}
      paused={!!dashboard.pause}
      lead={card === lead}
      after={afterCard(card.mission)}
    />
  );
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {lead && cardOf(lead)}
      {ended.map(({ mission }) => (
        <EndedCard
          key={mission.id}
          {...{ mission, onComplete }}
          owned={mission.owner_id === meId}
          after={afterCard(mission)}
        />
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

interface EndedCardProps {
  mission: DashboardMission;
  owned: boolean;
  onComplete: (mission: DashboardMission) => void;
  after: ReactNode;
}

/** A mission whose last day has passed: a wide, low card from which its owner can complete it. */
function EndedCard({ mission, owned, onComplete, after }: EndedCardProps) {
  const params = { missionId: mission.id };
  const days = `${mission.counted_checkins} of ${mission.planned_days} days`;
  return (
    <li className="flex flex-wrap items-start gap-4 rounded-lg bg-star-soft p-5 text-star-ink outline-2 -outline-offset-8 outline-dashed outline-star sm:col-span-2 sm:flex-nowrap sm:items-center sm:px-7">
      <Patch
        seed={mission.id}
        done={mission.counted_checkins}
        total={mission.planned_days}
        size={84}
        label={`${days} stitched`}
      />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-xs font-bold">
          <span className="flex items-center gap-1.5">
            <Hourglass className="size-3.5" aria-hidden />
            Last day reached
          </span>
          {owned && <OwnerPill />}
        </p>
        <h3 className="mt-1 text-lg font-extrabold text-ink wrap-anywhere">
          <Link
            to="/mission/$missionId"
            params={params}
            className="py-2.5 decoration-flame decoration-3 underline-offset-4 hover:underline"
          >
            {mission.title}
          </Link>
        </h3>
        <p className="mt-1 line-clamp-2 text-sm text-ink-2 wrap-anywhere">{plainText(mission.description)}</p>
        <p className="mt-1 text-sm tabular">
          {days}, {memberCount(mission.member_count)}, {timeLeft(mission, 'ended')}
        </p>
        <GoalPanel mission={mission} inline className="mt-3" />
        {after}
      </div>
      <div className="grid w-full gap-2.5 sm:flex sm:w-auto">
        {mission.can.complete && (
          <Button
            kind="night"
            size="sm"
            aria-label={`Complete the Mission: ${mission.title}`}
            onClick={() => onComplete(mission)}
          >
            Complete the Mission
          </Button>
        )}
        <Link
          to="/mission/$missionId"
          params={params}
          aria-label={`View Details: ${mission.title}`}
          className={button({ kind: 'quiet', size: 'sm' })}
        >
          View Details
        </Link>
      </div>
    </li>
  );
}
