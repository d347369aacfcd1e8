import { MINUTE_MS } from './durations.ts';
import { CHECKIN_EDIT_MINUTES } from './limits.ts';

/** Whether a check-in that was made then may still be edited by its author: for one hour (Decisions 6). */
export const canEditCheckin = (created_at: Date, now: Date): boolean =>
  now.getTime() < created_at.getTime() + CHECKIN_EDIT_MINUTES * MINUTE_MS;
