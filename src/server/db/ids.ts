import { v4, v7 } from 'uuid';

/** A new id: UUIDv7 in lower case, so that ids sort by time (Decisions 1). `now` comes from the clock. */
export const newId = (now: Date): string => v7({ msecs: now.getTime() });

/** An id that is itself a key: a UUIDv4, 122 random bits, which no time gives away (Decisions 5). */
export const newSecretId = (): string => v4();

/** The smallest UUIDv7 of an instant: rows since then are a range of the primary key. */
export const firstIdAt = (instant: Date): string => {
  const hex = instant.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};
