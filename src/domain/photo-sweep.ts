import { DAY_MS } from '#platform/lib/durations.ts';
import { addDays, dayOf, isDay, type LocalDay } from './days.ts';
import { SWEEP_PICTURES_MAX, SWEEP_SHARE_MAX } from './limits.ts';
import { TRASH_DAYS } from './retention.ts';

/** Returns true if a sweep would move too many pictures without a person's check (docs/rules.md#photos). */
export const isTooManyToMove = (orphans: number, pictures: number): boolean =>
  orphans > SWEEP_PICTURES_MAX && orphans > pictures * SWEEP_SHARE_MAX;

/** How long a picture without a row stays, because its row might not be written yet. */
export const ORPHAN_AGE_MS = DAY_MS;

/** Returns when the first sweep may start: 24 hours after the latest of `instants`. */
export const firstSweepAt = (instants: readonly Date[]): Date =>
  new Date(Math.max(...instants.map((instant) => instant.getTime())) + DAY_MS);

/** Returns the trash folder's day for a picture that is moved now. */
export const trashDay = (now: Date): LocalDay => dayOf(now, 'UTC');

/** Returns true if trash of `day` can be deleted now. Returns false if `day` is not a day. */
export const isTrashExpired = (day: string, now: Date): boolean =>
  isDay(day) && addDays(day, TRASH_DAYS) <= trashDay(now);
