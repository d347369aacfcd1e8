import { v4, v5, v7 } from 'uuid';

/** Returns a new UUIDv7 in lower case. IDs sort by time; `now` is the time of the server's clock. */
export const newId = (now: Date): string => v7({ msecs: now.getTime() });

/** Returns a new UUIDv4 for an ID that is also a key: the time cannot reveal its 122 random bits. */
export const newSecretId = (): string => v4();

const NAMES = 'c9ee2b0c-7a0e-4b5e-9a7f-3f1d0a6b52d4';

/** Returns the UUIDv5 of a name, which is always the same. */
export const idFrom = (name: string): string => v5(name, NAMES);

/** Returns the smallest ID of an instant. All earlier IDs are smaller. */
export function floorId(time: Date): string {
  const ms = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
