import { toast } from './toast.ts';

/** Copies on pages without the clipboard API, which browsers offer on secure pages only. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}

/** Copies text to the clipboard; false if the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  const before = document.activeElement;
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return copyBySelection(text);
  } catch {
    return false;
  } finally {
    if (before instanceof HTMLElement) before.focus();
  }
}

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
