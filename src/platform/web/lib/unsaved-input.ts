/** Fields that the user has changed since the page was loaded. */
const touched = new Set<HTMLElement>();
let watching = false;

/** Tracks from now on which fields of the document the user changes. */
export function trackUnsavedInput(): void {
  if (watching) return;
  watching = true;
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || touched.has(target)) return;
    dropDetached();
    touched.add(target);
  };
  document.addEventListener('input', note, { capture: true });
}

function dropDetached(): void {
  for (const field of touched) if (!field.isConnected) touched.delete(field);
}

function hasContent(field: HTMLElement): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value.trim() !== '';
  if (!(field instanceof HTMLInputElement)) return (field.textContent ?? '').trim() !== '';
  // The value of a file input is cleared after each choice, so that the same file can be chosen again.
  if (field.type === 'file') return true;
  return field.type !== 'checkbox' && field.type !== 'radio' && field.value.trim() !== '';
}

/** Whether a field of this page holds something the user typed. Reloading the page would lose it. */
export function hasUnsavedInput(): boolean {
  dropDetached();
  return [...touched].some(hasContent);
}
