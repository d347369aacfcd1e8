import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readAnchor } from '#web/features/checkins/public.ts';

const route = getRouteApi('/queries/app/mission/$missionId');

export type PartName = 'today' | 'team' | 'mission';

/** The part that an address asks for: `part` of it, or the one that has what its hash names. */
function partOf(part: PartName | undefined, hash: string, hasToday: boolean): PartName {
  const element = readAnchor(hash)?.element;
  if (element === undefined) return part ?? (hasToday ? 'today' : 'team');
  return element === 'checkin' && hasToday ? 'today' : 'team';
}

/** The part that will be open, while the mission is loading. */
export function useExpectedPart(hasToday: boolean): PartName {
  const { part } = route.useSearch();
  const { hash } = useLocation();
  return partOf(part, hash, hasToday);
}

/** The open part of a mission's page. A link to the form or to a check-in opens the part that has it. */
export function usePart(hasToday: boolean): PartName {
  const { part } = route.useSearch();
  const navigate = route.useNavigate();
  const { hash } = useLocation();
  const open = part ?? (hasToday ? 'today' : 'team');
  const wanted = partOf(part, hash, hasToday);
  useEffect(() => {
    if (wanted === open) return;
    void navigate({
      search: ({ part: _, ...rest }) => (wanted === 'today' ? rest : { ...rest, part: 'team' as const }),
      hash,
      replace: true,
      resetScroll: false,
    });
  }, [open, hash, wanted, navigate]);
  return wanted;
}
