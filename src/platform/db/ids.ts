import { v4, v5, v7 } from 'uuid';

/** A new id: UUIDv7 in lower case, so that ids sort by time. `now` comes from the clock. */
export const newId = (now: Date): string => v7({ msecs: now.getTime() });

/** An id that is also a key: a UUIDv4 with 122 random bits, which cannot be guessed from the time. */
export const newSecretId = (): string => v4();

const NAMES = 'c9ee2b0c-7a0e-4b5e-9a7f-3f1d0a6b52d4';

/** The id that belongs to a name: a UUIDv5, the same each time. */
export const idFrom = (name: string): string => v5(name, NAMES);

/** The smallest id of an instant: all earlier ids are smaller. */
export function floorId(time: Date): string {
  const ms = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
