import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { usePopover } from './use-popover.ts';

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** Where a key leads from an item of the menu; null for keys that are not the menu's. */
function nextItem(items: HTMLElement[], key: string): HTMLElement | null {
  const at = items.indexOf(document.activeElement as HTMLElement);
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length] ?? null;
    case 'ArrowUp':
      return items[(at <= 0 ? items.length : at) - 1] ?? null;
    case 'Home':
      return items[0] ?? null;
    case 'End':
      return items.at(-1) ?? null;
  }
  if (key.length !== 1 || key === ' ') return null;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase())) ?? null;
}

/** The keyboard of a menu button: arrows open it and walk, Home, End and first letters jump, Tab and Escape close. */
export function useMenu() {
  const popover = usePopover();
  const menu: RefObject<HTMLDivElement | null> = useRef(null);
  const from = useRef<'first' | 'last'>('first');
  const { open, toggle, close } = popover;

  useEffect(() => {
    if (!open) return;
    const items = itemsOf(menu.current);
    (from.current === 'first' ? items[0] : items.at(-1))?.focus({ preventScroll: true });
    menu.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);

  const onButtonKey = (event: KeyboardEvent) => {
    from.current = event.key === 'ArrowUp' ? 'last' : 'first';
    if (open || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    toggle();
  };
  const onMenuKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The focus goes back to the button first, so that Tab goes on from there.
    if (event.key === 'Tab') return close();
    const item = nextItem(itemsOf(menu.current), event.key);
    if (!item) return;
    event.preventDefault();
    item.focus();
  };
  return { ...popover, menu, onButtonKey, onMenuKey };
}
