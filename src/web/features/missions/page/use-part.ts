import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readAnchor } from '#web/features/checkins/public.ts';

const route = getRouteApi('/queries/app/mission/$missionId');

export type PartName = 'today' | 'team' | 'mission';

/** Returns the part that a URL requests through `part` or its hash. */
function partOf(part: PartName | undefined, hash: string, hasToday: boolean): PartName {
  const element = readAnchor(hash)?.element;
  if (element === undefined) return part ?? (hasToday ? 'today' : 'team');
  return element === 'checkin' && hasToday ? 'today' : 'team';
}

/** Returns the part that will open, while the mission loads. */
export function useExpectedPart(hasToday: boolean): PartName {
  const { part } = route.useSearch();
  const { hash } = useLocation();
  return partOf(part, hash, hasToday);
}

/** Returns the open part. A link to the form or to a check-in switches to its part. */
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
