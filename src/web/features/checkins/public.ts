export { Feed } from './feed/feed.tsx';
export { FeedSkeleton } from './feed/feed-states.tsx';
export { readAnchor } from './feed/url-anchor.ts';
export { useFeed } from './feed/use-feed.ts';
export { CheckinSkeleton, DoneSkeleton } from './form/checkin-skeleton.tsx';
export { TodayCheckin } from './form/today-checkin.tsx';
export { useCheckin } from './form/use-checkin-form.ts';
export { useYesterdayTick } from './form/use-yesterday-tick.ts';
export { YesterdayLine } from './form/yesterday-line.tsx';
export { DashboardFailed } from './quick/dashboard-failed.tsx';
export { YesterdayRow } from './quick/yesterday-row.tsx';
export { registerCheckinSender } from './submit-checkin.ts';

export const loadCheckInSheet = async () => (await import('./quick/check-in-sheet.tsx')).CheckInSheet;
