/** What this tab keeps of forms that were not sent: the key of each begins like this. */
export const DRAFTS = 'mission-draft:';

/** Forgets them all; whoever signs in next on this device must not find them. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFTS)) sessionStorage.removeItem(key);
  } catch {
    // Forbidden storage holds nothing.
  }
}
