import { useState } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';

const RunningPause = lazyPart(() => import('./pauses.tsx'), 'RunningPause');

/** The user's current break. It stays mounted when the break ends, because it moves the focus. */
export function OwnPause({ pause }: Pick<Dashboard, 'pause'>) {
  const [wanted, setWanted] = useState(pause !== null);
  if (pause && !wanted) setWanted(true);
  return wanted && <RunningPause pause={pause} />;
}
