import { useRouter } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';

let hasGrown = false;

/** A reload, a way back or a link to a part may scroll to a place far down, which has to be there. */
function canBeginFarDown(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type !== 'navigate' || window.location.hash !== '';
}

/**
 * How many of the `parts` below the first screen are shown: with the first page of a visit one more in each frame, so
 * that the browser can answer in between; all at once from then on.
 */
export function useGrowing(parts: number): number {
  const { history } = useRouter();
  const [shown, setShown] = useState(() =>
    hasGrown || history.location.state.__TSR_index > 0 || canBeginFarDown() ? parts : 0,
  );
  useEffect(() => {
    hasGrown ||= shown >= parts;
    if (shown >= parts) return;
    const frame = requestAnimationFrame(() => startTransition(() => setShown(shown + 1)));
    return () => cancelAnimationFrame(frame);
  }, [shown, parts]);
  return shown;
}
