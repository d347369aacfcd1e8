import { v4, v7 } from 'uuid';

/** A new id: UUIDv7 in lower case, so that ids sort by time (Decisions 1). `now` comes from the clock. */
export const newId = (now: Date): string => v7({ msecs: now.getTime() });

/** An id that is itself a key: a UUIDv4, 122 random bits, which no time gives away (Decisions 5). */
export const newSecretId = (): string => v4();

/** The least id of an instant: whatever came before it has a smaller one. */
export function floorId(time: Date): string {
  const ms = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
