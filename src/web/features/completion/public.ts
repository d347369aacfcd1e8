export { CompleteMission } from './complete-mission.tsx';
export { NextRoundLink } from './next-round-link.tsx';
