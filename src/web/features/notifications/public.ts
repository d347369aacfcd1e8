export { useMute } from './mute-mission.ts';
