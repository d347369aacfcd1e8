import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readAnchor } from '#web/features/checkins/public.ts';

const route = getRouteApi('/queries/app/mission/$missionId');

export type PartName = 'today' | 'team' | 'mission';

/** The open part of a mission's page. A link to the form or to a check-in opens the part that has it. */
export function usePart(hasToday: boolean): PartName {
  const { part } = route.useSearch();
  const navigate = route.useNavigate();
  const { hash } = useLocation();
  const open = part ?? (hasToday ? 'today' : 'team');
  const element = readAnchor(hash)?.element;
  const wanted = element === undefined ? open : element === 'checkin' && hasToday ? 'today' : 'team';
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
