import { lazy } from 'react';

export { OwnPause } from './own-pause.tsx';
export { streakQuery } from './queries.ts';

export const DayLedger = lazy(async () => ({ default: (await import('./day-ledger.tsx')).DayLedger }));
export const TakePause = lazy(async () => ({ default: (await import('./take-pause.tsx')).TakePause }));
