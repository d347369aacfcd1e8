import { toast } from './toast.ts';

/** Copies on insecure pages, where browsers offer no clipboard API. */
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

/** Copies a text and shows one of two toasts, for success or failure. */
export async function copyWithToast(text: string, { done, failed }: { done: string; failed: string }): Promise<void> {
  if (await copyText(text)) toast.success(done);
  else toast.error(failed);
}

/** Opens the device's share sheet; calls `otherwise` if there is none or it fails. */
export async function shareOrElse(data: ShareData, otherwise: () => unknown): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    // Closing the share sheet is a choice, not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await otherwise();
  }
}
