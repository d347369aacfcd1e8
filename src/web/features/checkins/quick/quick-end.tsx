import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { useMe } from '#web/data/me.ts';
import { missionQuery, useMission } from '#web/data/missions/queries.ts';
import { largestTeam } from '#web/data/missions/today.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { Fire, FireSkeleton } from '#web/features/members/public.ts';

/** How long the last row stays visible as done, in milliseconds. */
const LAST_ROW_MS = 900;

interface EndFacts {
  /** Today's missions, open ones included. */
  missions: readonly DashboardMission[];
  left: number;
  /** Whether something is done and nothing is needed. */
  allLit: boolean;
}

/**
 * Returns null before the last row is done and after `showList`. The largest team loads when one mission is left; a
 * slow response is ignored.
 */
export function useQuickEnd({ missions, left, allLit }: EndFacts) {
  const team = largestTeam(missions);
  const { data } = useQuery({ ...missionQuery(team?.id ?? ''), enabled: team !== null && left <= 1 });
  const known = useRef<DashboardMission | null>(null);
  known.current = data ? team : null;
  const [wasOpen] = useState(!allLit);
  const [end, setEnd] = useState<{ team: DashboardMission | null } | null>(null);
  const [wantsList, setWantsList] = useState(false);
  const isOver = allLit && wasOpen && !wantsList;
  useEffect(() => {
    if (!isOver) return setEnd(null);
    const timer = setTimeout(() => setEnd({ team: known.current }), LAST_ROW_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return { end, showList: () => setWantsList(true) };
}

/** The maximum number of patches with room for titles. */
const WITH_TITLES = 4;
const SHOWN = 6;

function Patches({ missions }: { missions: readonly DashboardMission[] }) {
  const small = missions.length > WITH_TITLES;
  return (
    <ul className="mt-4 flex items-start justify-center gap-x-2 [--line:#6b4d80]">
      {missions.slice(0, SHOWN).map((mission) => (
        <li key={mission.id} className="grid max-w-24 min-w-0 grow basis-0 justify-items-center gap-2 text-center">
          <span className="rounded-full shadow-[0_0_26px_4px_rgb(255_188_59/.38)]">
            <StitchedPatch mission={mission} size={small ? 44 : 72} />
          </span>
          <span
            className={small ? 'sr-only' : 'line-clamp-2 text-xs leading-tight font-semibold wrap-anywhere user-text'}
          >
            {mission.title}
          </span>
        </li>
      ))}
      {missions.length > SHOWN && (
        <li className="self-center text-sm font-bold text-dusk-star">{`+${missions.length - SHOWN}`}</li>
      )}
    </ul>
  );
}

export function TeamFire({ mission: { id, title }, offersNudge }: { mission: DashboardMission; offersNudge: boolean }) {
  const me = useMe();
  const { loaded, isAway } = useMission(id);
  if (isAway) return null;
  if (!loaded) return <FireSkeleton alone={false} hasNudge={false} />;
  return <Fire mission={loaded.mission} me={me} title={title} offersNudge={offersNudge} />;
}

interface QuickEndProps {
  missions: readonly DashboardMission[];
  team: DashboardMission | null;
}

export const QuickEnd = ({ missions, team }: QuickEndProps) => (
  <div
    data-night
    className="absolute inset-0 flex flex-col justify-evenly transition-opacity duration-300 [container-type:size] starting:opacity-0"
  >
    <Patches missions={missions} />
    {team && (
      <div className="-mx-5 hidden sm:-mx-8 [&_[data-scene]]:max-h-[40cqh] [@container(min-height:27rem)]:block">
        <TeamFire mission={team} offersNudge />
      </div>
    )}
  </div>
);
