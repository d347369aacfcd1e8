import { button } from '#web/kit/button.tsx';
import { inputClass } from '#web/kit/field.tsx';
import { getToken } from '#web/lib/session/token.ts';
import { all, element } from './elements.ts';
import type { OwnIds } from './own-ids.ts';

/** Name, place, whether it is needed, and which own id fits it: as the page was built. */
type Parameter = readonly [name: string, place: string, required: boolean, own: string];

/** Long answers are cut to this length: they are to be looked at, not downloaded. */
const SHOWN_MAX = 20_000;

const ROWS_MAX = 14;

const pill = 'inline-flex min-h-7 items-center rounded-full px-2.5 text-xs font-bold';

function addressOf(path: string, parameters: readonly Parameter[], values: FormData): string {
  const typed = (name: string) => String(values.get(name) ?? '').trim();
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(typed(name)));
  const wanted = parameters.filter(([name, place]) => place === 'query' && typed(name) !== '');
  const query = new URLSearchParams(wanted.map(([name]) => [name, typed(name)]));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, SHOWN_MAX);
  } catch {
    return text.slice(0, SHOWN_MAX);
  }
}

function fieldFor(id: string, [name, , required, ownId]: Parameter, own: OwnIds): HTMLElement {
  const input = element('input', {
    id: `${id}-${name}`,
    name,
    value: own[ownId] ?? '',
    class: `${inputClass} min-h-12`,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  input.required = required;
  const label = element('label', { for: input.id, class: 'text-sm font-semibold' }, name);
  if (!required) label.append(element('span', { class: 'ms-1.5 font-normal text-ink-2' }, 'optional'));
  return element('div', { class: 'grid content-start gap-1.5' }, label, input);
}

/** Shows an answer, in place of the one before. */
function show(place: HTMLElement, isGood: boolean, title: string, text: string): void {
  const answer = element('textarea', {
    readonly: '',
    rows: String(Math.min(ROWS_MAX, text.split('\n').length + 1)),
    'aria-label': 'Answer',
    class: 'w-full rounded-md border-2 border-line bg-sunk p-4 font-mono text-sm max-sm:text-base',
  });
  answer.value = text;
  const look = isGood ? 'bg-pine-soft text-pine' : 'bg-rose-soft text-rose';
  place.replaceChildren(element('p', { class: `${pill} ${look}` }, title), ...(text ? [answer] : []));
}

/** Makes the form that runs a call with this browser's session. Only for calls that change nothing. */
function formFor(entry: HTMLElement, own: OwnIds): HTMLFormElement {
  const path = entry.dataset.run ?? '';
  const parameters = JSON.parse(entry.dataset.parameters ?? '[]') as Parameter[];
  const run = element('button', { type: 'submit', class: button({ kind: 'night', size: 'sm' }) }, 'Run');
  const result = element('div', { role: 'status', class: 'grid w-full justify-items-start gap-2' });
  const fields = parameters.map((parameter) => fieldFor(entry.id, parameter, own));
  const form = element('form', { class: 'grid justify-items-start gap-3 print:hidden' });
  if (fields.length > 0) form.append(element('div', { class: 'grid w-full gap-4 sm:grid-cols-2' }, ...fields));
  form.append(run, result);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    run.disabled = true;
    run.textContent = 'Running...';
    try {
      const answer = await fetch(addressOf(path, parameters, new FormData(form)), {
        headers: { authorization: `Bearer ${getToken() ?? ''}` },
      });
      show(result, answer.ok, `Status ${answer.status}`, pretty(await answer.text()));
    } catch {
      show(result, false, 'No connection. Please check your network and try again.', '');
    } finally {
      run.disabled = false;
      run.textContent = 'Run';
    }
  });
  return form;
}

/** Offers to run each call that reads; its form is made when the call is opened. */
export function addRunForms(own: OwnIds): void {
  for (const entry of all('[data-run]')) {
    const add = () => {
      if ((entry as HTMLDetailsElement).open && !entry.querySelector('form'))
        entry.querySelector('[data-details]')?.append(formFor(entry, own));
    };
    entry.addEventListener('toggle', add);
    add();
  }
}

/** Says to visitors what signing in would bring. */
export function offerSignIn(): void {
  const to = `/login?redirect=${encodeURIComponent(location.pathname)}`;
  const link = element('a', { href: to, class: 'font-bold text-flame underline underline-offset-4' }, 'Sign in');
  document
    .querySelector('[data-filter]')
    ?.append(
      element(
        'p',
        { class: 'mt-3 text-sm text-ink-2' },
        link,
        ' to see your own ids here and run the calls that read.',
      ),
    );
}
