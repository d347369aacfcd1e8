import { lazyPart } from '#platform/web/lib/lazy-part.ts';

export { NextRoundLink } from './next-round-link.tsx';

export const CompleteMission = lazyPart(() => import('./complete-mission.tsx'), 'CompleteMission');
