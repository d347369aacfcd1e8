import { lazyPart } from '#platform/web/lib/lazy-part.ts';

export { OwnPause } from './own-pause.tsx';
export { streakQuery } from './queries.ts';

export const DayLedger = lazyPart(() => import('./day-ledger.tsx'), 'DayLedger');
export const TakePause = lazyPart(() => import('./take-pause.tsx'), 'TakePause');
