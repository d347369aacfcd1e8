import { button } from '#web/kit/button.tsx';
import { copyText } from '#web/lib/copy-text.ts';
import { all, announcer, element } from './elements.ts';

/** Selects a text, for browsers that do not let a page copy it. */
function select(node: Node): void {
  const range = document.createRange();
  range.selectNodeContents(node);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Adds a button to every block of code; the last one that was copied says so. */
export function addCopyButtons(): void {
  const announce = announcer();
  let last: HTMLElement | null = null;
  for (const figure of all('[data-code]')) {
    const code = figure.querySelector('pre');
    const word = element('span', {}, 'Copy');
    const press = element(
      'button',
      { type: 'button', class: button({ kind: 'bare', className: '-me-2 print:hidden' }) },
      word,
      element('span', { class: 'sr-only' }, figure.dataset.code ?? ''),
    );
    press.addEventListener('click', async () => {
      if (!code) return;
      const copied = await copyText(code.textContent ?? '');
      if (!copied) select(code);
      if (last) last.textContent = 'Copy';
      word.textContent = copied ? 'Copied' : 'Copy';
      last = word;
      announce(copied ? 'Copied to clipboard' : 'Selected. Copy it with Ctrl+C or Cmd+C.');
    });
    figure.querySelector('figcaption')?.append(press);
  }
}
