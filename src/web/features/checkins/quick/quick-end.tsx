import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { useMe } from '#web/data/me.ts';
import { missionQuery, useMission } from '#web/data/missions/queries.ts';
import { largestTeam } from '#web/data/missions/today.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { Fire, FireSkeleton } from '#web/features/members/public.ts';

/** How long the last row is seen to be done, in milliseconds. */
const LAST_ROW_MS = 900;

interface EndFacts {
  /** The missions of today, those that are still open as well. */
  missions: readonly DashboardMission[];
  /** How many of them are open. */
  left: number;
  /** Something is done, and nothing is needed any more. */
  allLit: boolean;
}

/**
 * What the list turns into a moment after its last row is done: null before that, and for good after `showList`. The
 * largest team is fetched with the last but one, and left out where that takes too long.
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

/** More patches than this have no room for their titles. */
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

/** The fire of a team below a list, named; its box is there before it is loaded. */
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

/** Today's patches, and below them the fire of the largest team where the rows leave that much height. */
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
