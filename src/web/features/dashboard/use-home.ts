import { useEffect, useState } from 'react';
import { useDashboard, useToday } from '#web/data/missions/queries.ts';
import { isAllIn } from '#web/data/missions/today.ts';

/** The missions wait no longer for what the others do. */
const TODAY_MS = 1000;
export const loadToday = () => import('./others-today.tsx');

/** The user's own dashboard with what is still to be sent, and the others' day as soon as the user is done. */
export function useHome() {
  const query = useDashboard();
  const { data } = query;
  const allIn = data !== undefined && isAllIn(data);
  const today = useToday(allIn);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!allIn) return;
    // Beside the request, so that the code is there when it is answered.
    loadToday().catch(() => undefined);
    const timer = setTimeout(() => setLate(true), TODAY_MS);
    return () => clearTimeout(timer);
  }, [allIn]);
  // What the others do stands above the missions, which come along with it, so that nothing moves. Once they are on the
  // screen they stay, unless they are those of the last visit and the answer of this one is on its way.
  const [wasReady, setWasReady] = useState(false);
  const isReady = data !== undefined && (wasReady || late || !(allIn && today.isLoading));
  if (isReady && !wasReady && !query.isFetching) setWasReady(true);
  return { query, data, today: allIn ? today.data : undefined, isReady };
}
