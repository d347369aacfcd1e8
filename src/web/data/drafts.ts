/** The prefix of the storage keys under which this tab saves unsent forms. */
export const DRAFTS = 'mission-draft:';

/** Deletes all drafts, so that the next user of this device does not find them. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFTS)) sessionStorage.removeItem(key);
  } catch {
    // Where storage is forbidden there are no drafts.
  }
}
