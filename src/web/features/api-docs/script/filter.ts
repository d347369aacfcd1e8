import { inputClass } from '#web/kit/field.tsx';
import { all, element } from './elements.ts';

/** Shows the entries that hold every word, and the sections and links of the contents that lead to any. */
function apply(text: string): number {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const section of all('main section')) {
    const entries = all('[data-entry]', section);
    const fitting = entries.filter((entry) => words.every((word) => entry.dataset.entry?.includes(word)));
    for (const entry of entries) entry.hidden = !fitting.includes(entry);
    section.hidden = words.length > 0 && fitting.length === 0;
    shown += fitting.length;
    const heading = section.getAttribute('aria-labelledby');
    for (const link of all(`nav li:has(> a[href="#${heading}"])`)) link.hidden = section.hidden;
  }
  return shown;
}

/** Adds a field that leaves the calls and objects with the typed words. */
export function addFilter(): void {
  const place = document.querySelector('[data-filter]');
  if (!place) return;
  const count = all('[data-entry]').length;
  const field = element('input', {
    id: 'filter',
    type: 'search',
    class: `${inputClass} mt-1.5 min-h-12`,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'filter-count',
  });
  const said = element('p', { id: 'filter-count', role: 'status', class: 'mt-1.5 text-sm text-ink-2' });
  field.addEventListener('input', () => {
    const shown = apply(field.value);
    const isEmpty = field.value.trim() === '';
    said.textContent = isEmpty ? '' : shown > 0 ? `${shown} of ${count}` : 'Nothing has all of these words.';
  });
  place.append(
    element('label', { for: 'filter', class: 'text-sm font-semibold' }, 'Find a call or an object'),
    field,
    said,
  );
}
