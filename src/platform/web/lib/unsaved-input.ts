/** Fields that the user has changed since the page loaded. */
const touched = new Set<HTMLElement>();
let watching = false;

/** Starts to track which fields of the document the user changes. */
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
  // A file input is cleared after each choice, which allows choosing the same file again.
  if (field.type === 'file') return true;
  return field.type !== 'checkbox' && field.type !== 'radio' && field.value.trim() !== '';
}

/** Returns true if a field contains typed text that reloading the page would lose. */
export function hasUnsavedInput(): boolean {
  dropDetached();
  return [...touched].some(hasContent);
}
