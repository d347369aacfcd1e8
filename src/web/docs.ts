import { addCopyButtons } from '#web/features/api-docs/script/copy.ts';
import { all } from '#web/features/api-docs/script/elements.ts';
import { addFilter } from '#web/features/api-docs/script/filter.ts';
import { fillInIds, findOwnIds } from '#web/features/api-docs/script/own-ids.ts';
import { addRunForms, offerSignIn } from '#web/features/api-docs/script/run.ts';
import { watchTheme } from '#web/lib/theme.ts';

// The pages about the API are complete without this: it adds what only a script can do.

/** What the address names; null where it cannot be read, such as `#%`. */
function findNamed(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null;
  }
}

/** Opens the entry that the address names; browsers show a closed one as it is. */
function openNamed(): void {
  const named = findNamed();
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView();
}

/** Paper has nothing to press: everything is open while it is printed. */
function openForPrint(): void {
  let closed: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    closed = all('details:not([open])') as HTMLDetailsElement[];
    for (const entry of closed) entry.open = true;
  });
  addEventListener('afterprint', () => {
    for (const entry of closed) entry.open = false;
  });
}

watchTheme();
addCopyButtons();
addFilter();
openForPrint();
openNamed();
addEventListener('hashchange', openNamed);

const own = await findOwnIds();
if (own) {
  fillInIds(own);
  addRunForms(own);
} else offerSignIn();
