import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { useMission } from '#web/data/missions/queries.ts';
import { cardKind, isAllIn, isNewUser, nextMission } from '#web/data/missions/today.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { LIMIT_ID } from '#web/features/billing/public.ts';
import { Fire, FireSkeleton } from '#web/features/members/public.ts';
import { Figures } from './figures.tsx';
import { MissionListItem } from './mission-row.tsx';
import { NoMissions } from './no-missions.tsx';

const LIST_ID = 'mission-rows';

interface MyMissionsProps {
  dashboard: Dashboard;
  meId: string;
  onComplete: (mission: DashboardMission) => void;
}

export function MyMissions({ dashboard, meId, onComplete }: MyMissionsProps) {
  const t = useT();
  const { missions, missions_left } = dashboard;
  const isEmpty = missions.length === 0;
  const next = nextMission(dashboard);
  const [open, setOpen] = useState<string | null>(null);
  const folded = missions.length > 1 && isAllIn(dashboard);
  // An ended mission needs a decision, so it stays a row.
  const isOver = (mission: DashboardMission) => cardKind(mission, dashboard) === 'ended';
  const patches = folded ? missions.filter((mission) => !isOver(mission)) : [];
  const listed = folded ? missions.filter((mission) => mission.id === open || isOver(mission)) : missions;
  const only = missions.length === 1 ? missions.find(({ state, started }) => state === 'active' && started) : undefined;
  return (
    <section aria-labelledby="my-missions" id="missions" className="min-w-0 scroll-mt-4">
      <div
        className={isNewUser(dashboard) ? 'sr-only' : 'mb-2 flex min-h-12 flex-wrap items-center justify-between gap-3'}
      >
        <h2 id="my-missions" className="text-xl font-extrabold whitespace-nowrap">
          {t('app.dashboard.missions.heading')}
        </h2>
        {!isEmpty && <CreateMission allowed={missions_left !== 0} />}
      </div>
      {isEmpty && <NoMissions dashboard={dashboard} />}
      {patches.length > 0 && <MissionPatches missions={patches} open={open} onOpen={setOpen} />}
      {listed.length > 0 && (
        <ul id={LIST_ID} className={cx('rounded-lg bg-card shadow-card', patches.length > 0 && 'mt-3')}>
          {listed.map((mission) => (
            <MissionListItem
              key={mission.id}
              mission={mission}
              kind={cardKind(mission, dashboard)}
              owned={mission.owner_id === meId}
              paused={!!dashboard.pause}
              isNext={mission === next}
              onComplete={onComplete}
            />
          ))}
        </ul>
      )}
      {only && (
        <div className="mt-3 overflow-hidden rounded-xl shadow-card">
          <OnlyFire missionId={only.id} alone={only.member_count === 1} />
        </div>
      )}
      <Figures dashboard={dashboard} />
    </section>
  );
}

/** The maximum number of patches with room for titles on a phone. */
const WITH_TITLES = 4;

interface MissionPatchesProps {
  missions: readonly DashboardMission[];
  /** ID of the mission whose row is open. */
  open: string | null;
  onOpen: (id: string | null) => void;
}

/** Replaces the rows with patches when everything is done. A press opens a mission's row. */
function MissionPatches({ missions, open, onOpen }: MissionPatchesProps) {
  return (
    <ul className="flex gap-x-1 overflow-x-auto rounded-lg bg-card p-2 shadow-card [scrollbar-width:none] sm:gap-x-3 sm:p-3">
      {missions.map((mission) => (
        <li key={mission.id} className="max-w-28 min-w-16 grow basis-0">
          <button
            type="button"
            aria-expanded={open === mission.id}
            aria-controls={open === mission.id ? LIST_ID : undefined}
            onClick={() => onOpen(open === mission.id ? null : mission.id)}
            className="grid w-full cursor-pointer justify-items-center gap-1.5 rounded-md px-0.5 py-2 text-center text-xs leading-tight font-semibold hover:bg-sunk aria-expanded:bg-sunk"
          >
            <StitchedPatch mission={mission} size={52} />
            <span
              className={cx('line-clamp-2 wrap-anywhere user-text', missions.length > WITH_TITLES && 'max-sm:sr-only')}
            >
              {mission.title}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function OnlyFire({ missionId, alone }: { missionId: string; alone: boolean }) {
  const me = useMe();
  const { loaded, isAway } = useMission(missionId);
  if (isAway) return null;
  return loaded ? (
    <Fire mission={loaded.mission} me={me} offersNudge={false} />
  ) : (
    <FireSkeleton alone={alone} hasNudge={false} />
  );
}

function CreateMission({ allowed }: { allowed: boolean }) {
  const t = useT();
  const label = (
    <>
      <Plus className="size-5 max-[22.5rem]:hidden" aria-hidden />
      <span className="whitespace-nowrap">{t('app.titles.create_mission')}</span>
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
