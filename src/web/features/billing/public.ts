export { LIMIT_ID, LimitNotice } from './limit-notice.tsx';
export { planLabel } from './plans.ts';
export { UnpaidNotice } from './unpaid-notice.tsx';
