import { DAY_MS } from '#platform/lib/durations.ts';
import { addDays, dayOf, isDay, type LocalDay } from './days.ts';
import { SWEEP_PICTURES_MAX, SWEEP_SHARE_MAX } from './limits.ts';
import { TRASH_DAYS } from './retention.ts';

/** Whether a sweep would move so many of the stored pictures that a person has to look first (docs/rules.md#photos). */
export const isTooManyToMove = (orphans: number, pictures: number): boolean =>
  orphans > SWEEP_PICTURES_MAX && orphans > pictures * SWEEP_SHARE_MAX;

/** A picture that no row names stays for this long: its row may not be written yet. */
export const ORPHAN_AGE_MS = DAY_MS;

/** When the first sweep may begin: 24 hours after the last of these instants. */
export const firstSweepAt = (instants: readonly Date[]): Date =>
  new Date(Math.max(...instants.map((instant) => instant.getTime())) + DAY_MS);

/** The day of the trash into which a picture goes now. */
export const trashDay = (now: Date): LocalDay => dayOf(now, 'UTC');

/** Whether what went into the trash on `day` leaves it now; never for what is no day. */
export const isTrashExpired = (day: string, now: Date): boolean =>
  isDay(day) && addDays(day, TRASH_DAYS) <= trashDay(now);
