export { HeaderNotificationBell, TabNotificationBell } from './bell.tsx';
export { useMute } from './mute-mission.ts';
