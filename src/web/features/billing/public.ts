export { LIMIT_ID, PlanTile, Upgrade } from './plan-tile.tsx';
export { planLabel } from './plans.ts';
export { UnpaidNotice } from './unpaid-notice.tsx';
