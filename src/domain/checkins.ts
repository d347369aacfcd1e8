import { MINUTE_MS } from './durations.ts';
import { CHECKIN_EDIT_MINUTES } from './limits.ts';

/** Whether the author may still edit a check-in created at `created_at`: for one hour. See docs/rules.md#check-ins. */
export const canEditCheckin = (created_at: Date, now: Date): boolean =>
  now.getTime() < created_at.getTime() + CHECKIN_EDIT_MINUTES * MINUTE_MS;

/** Who may hide a check-in from the other members. */
export const HIDERS = ['owner', 'operator'] as const;
export type Hider = (typeof HIDERS)[number];
