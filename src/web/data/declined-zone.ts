/** Prefix of the storage keys of declined time zones, one per user. */
const PREFIX = 'declined-zone:';

/** Returns null if the user declined no zone, or without storage. */
export function declinedZone(userId: string): string | null {
  try {
    return localStorage.getItem(PREFIX + userId);
  } catch {
    return null;
  }
}

export function declineZone(userId: string, zone: string): void {
  try {
    localStorage.setItem(PREFIX + userId, zone);
  } catch {
    // Without storage the question returns with the next visit.
  }
}

export function clearDeclinedZones(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
}
