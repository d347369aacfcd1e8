import { Link } from '@tanstack/react-router';
import { Hourglass, Plus } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { cardKind, isBeginning, isNewcomer, nextMission } from '#web/data/missions/today.ts';
import { LIMIT_ID, PlanTile, Upgrade } from '#web/features/billing/public.ts';
import { Button, button } from '#web/kit/button.tsx';
import { usePhone } from '#web/lib/use-media.ts';
import { MissionCard, ViewDetails } from './mission-card.tsx';
import { CardPatch, GoalPanel, memberCount, OwnerPill, timeLeft } from './mission-facts.tsx';
import { MissionListItem } from './mission-row.tsx';
import { NoMissions } from './no-missions.tsx';
import { plainText } from './plain-text.ts';
import { yesterdayOf } from './yesterday.tsx';

interface MyMissionsProps {
  dashboard: Dashboard;
  meId: string;
  onComplete: (mission: DashboardMission) => void;
  /** False while only what a first screen can show is wanted. */
  whole: boolean;
}

/** More rows than a phone's first screen can show. */
const FIRST_ROWS = 8;

/** The user's missions in the server's order, the most urgent first. */
export const MyMissions = memo(function MyMissions(props: MyMissionsProps) {
  const { missions, missions_left } = props.dashboard;
  const isEmpty = missions.length === 0;
  return (
    <section aria-labelledby="my-missions" id="missions" className="min-w-0 scroll-mt-4">
      <div
        className={
          isBeginning(props.dashboard) ? 'sr-only' : 'mb-3 flex min-h-12 items-center justify-between gap-3 sm:mb-4'
        }
      >
        <h2 id="my-missions" className="text-xl font-extrabold whitespace-nowrap">
          My Missions
        </h2>
        {!isEmpty && <CreateMission allowed={missions_left !== 0} />}
        {isEmpty && !isNewcomer(props.dashboard) && missions_left !== null && <Upgrade />}
      </div>
      {isEmpty ? <NoMissions dashboard={props.dashboard} /> : <Cards {...props} />}
    </section>
  );
});

function CreateMission({ allowed }: { allowed: boolean }) {
  const label = (
    <>
      <Plus className="size-5 max-[22.5rem]:hidden" aria-hidden />
      <span className="whitespace-nowrap">Create Mission</span>
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

/**
 * Cards in rows of two. The wide cards come first, so that they leave no gap in a row. On phones only the mission of the
 * band is a card; the others are rows that open.
 */
function Cards({ dashboard, meId, onComplete, whole }: MyMissionsProps) {
  const phone = usePhone();
  const cards = dashboard.missions.map((mission) => ({
    mission,
    kind: cardKind(mission, dashboard.checked_in_missions),
  }));
  const next = nextMission(dashboard);
  const lead = cards.find(({ mission, kind }) => (phone ? mission === next : kind !== 'ended'));
  const propsOf = ({ mission, kind }: (typeof cards)[number]) => ({
    mission,
    kind,
    owned: mission.owner_id === meId,
    paused: !!dashboard.pause,
    yesterday: yesterdayOf(dashboard, mission),
  });
  const isWide = (card: (typeof cards)[number]) => card === lead || card.kind === 'ended';
  const placeOf = (card: (typeof cards)[number]) => (card === lead ? 0 : isWide(card) ? 1 : 2);
  const ordered = phone ? cards : cards.toSorted((one, other) => placeOf(one) - placeOf(other));
  // On a phone the leading card fills what the band leaves of the first screen.
  const first = lead ? cards.indexOf(lead) + 1 : FIRST_ROWS;
  const Other = phone ? MissionListItem : MissionCard;
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4">
      {ordered.slice(0, whole || !phone ? undefined : first).map((card) => {
        const { id } = card.mission;
        if (card === lead) return <MissionCard key={id} {...propsOf(card)} lead />;
        if (card.kind === 'ended') return <EndedCard key={id} {...propsOf(card)} onComplete={onComplete} />;
        return <Other key={id} {...propsOf(card)} />;
      })}
      {whole && (
        <PlanTile left={dashboard.missions_left} wide={cards.filter((card) => !isWide(card)).length % 2 === 0} />
      )}
    </ul>
  );
}

interface EndedCardProps extends Pick<MyMissionsProps, 'onComplete'> {
  mission: DashboardMission;
  owned: boolean;
  yesterday: ReactNode;
}

/** A mission whose last day has passed: a wide, low card from which its owner can complete it. */
function EndedCard({ mission, owned, onComplete, yesterday }: EndedCardProps) {
  const days = `${mission.counted_checkins} of ${mission.planned_days} days`;
  return (
    <li className="flex flex-wrap items-start gap-4 rounded-lg bg-star-soft p-5 text-star-ink outline-2 -outline-offset-8 outline-dashed outline-star sm:col-span-2 sm:flex-nowrap sm:items-center sm:px-7">
      <CardPatch mission={mission} size={84} />
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
            params={{ missionId: mission.id }}
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
        {yesterday && <div className="mt-3">{yesterday}</div>}
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
        <ViewDetails mission={mission} />
      </div>
    </li>
  );
}
