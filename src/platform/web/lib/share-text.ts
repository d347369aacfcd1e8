import { copyText } from './copy-text.ts';
import { toast } from './toast.ts';

/** Copies a text, and says in one of the two sentences whether that worked. */
export async function copyWithToast(text: string, { done, failed }: { done: string; failed: string }): Promise<void> {
  if (await copyText(text)) toast.success(done);
  else toast.error(failed);
}

/** Shares with the device's own sheet; without one, or where it refuses, does something else. */
export async function shareOrElse(data: ShareData, otherwise: () => unknown): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    // Somebody who closes the sheet has decided.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await otherwise();
  }
}
