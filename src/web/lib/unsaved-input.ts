/** Fields in which somebody typed or chose something since this page was drawn. */
const touched = new Set<HTMLElement>();
let watching = false;

/** From now on notes what is typed into, whichever form it belongs to. */
export function trackUnsavedInput(): void {
  if (watching) return;
  watching = true;
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || touched.has(target)) return;
    forgetGone();
    touched.add(target);
  };
  document.addEventListener('input', note, { capture: true });
}

function forgetGone(): void {
  for (const field of touched) if (!field.isConnected) touched.delete(field);
}

function holdsSomething(field: HTMLElement): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value.trim() !== '';
  if (!(field instanceof HTMLInputElement)) return (field.textContent ?? '').trim() !== '';
  // The value of a chosen file is emptied, so that the same one can be chosen again.
  if (field.type === 'file') return true;
  return field.type !== 'checkbox' && field.type !== 'radio' && field.value.trim() !== '';
}

/** Whether something that was typed here still stands in a field of this page: drawing it anew would lose that. */
export function hasUnsavedInput(): boolean {
  forgetGone();
  return [...touched].some(holdsSomething);
}
