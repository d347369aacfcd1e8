import { v4, v7 } from 'uuid';

/** A new id: UUIDv7 in lower case, so that ids sort by time. `now` comes from the clock. */
export const newId = (now: Date): string => v7({ msecs: now.getTime() });

/** An id that is also a key: a UUIDv4 with 122 random bits, which cannot be guessed from the time. */
export const newSecretId = (): string => v4();

/** The smallest id of an instant: all earlier ids are smaller. */
export function floorId(time: Date): string {
  const ms = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
