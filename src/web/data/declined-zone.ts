/** The prefix of the storage keys with the time zone of this browser to which a user said 'Not now'. */
const PREFIX = 'declined-zone:';

/** The zone that the user declined to move to on this device; null if none, or where storage is forbidden. */
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
    // Without storage the question comes again with the next visit.
  }
}

export function clearDeclinedZones(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Where storage is forbidden there is nothing to forget.
  }
}
