/** Prefix of the storage keys of unsent forms in this tab. */
export const DRAFTS = 'mission-draft:';

/** Deletes all drafts, so that the next user of this device does not see them. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFTS)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}
