import { lazy } from 'react';

export { NextRoundLink } from './next-round-link.tsx';

export const CompleteMission = lazy(async () => ({
  default: (await import('./complete-mission.tsx')).CompleteMission,
}));
