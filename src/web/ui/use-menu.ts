import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { usePopover } from './use-popover.ts';

const listItems = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** The item that a key moves to, or null for a key that the menu does not use. */
function nextItem(items: HTMLElement[], key: string): HTMLElement | null {
  const index = items.indexOf(document.activeElement as HTMLElement);
  switch (key) {
    case 'ArrowDown':
      return items[(index + 1) % items.length] ?? null;
    case 'ArrowUp':
      return items[(index <= 0 ? items.length : index) - 1] ?? null;
    case 'Home':
      return items[0] ?? null;
    case 'End':
      return items.at(-1) ?? null;
  }
  if (key.length !== 1 || key === ' ') return null;
  const following = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  return following.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase())) ?? null;
}

/** The keyboard of a menu button: arrows open and move, Home, End and first letters jump, Tab and Escape close. */
export function useMenu() {
  const popover = usePopover();
  const menu: RefObject<HTMLDivElement | null> = useRef(null);
  const startAt = useRef<'first' | 'last'>('first');
  const { open, toggle, close } = popover;

  useEffect(() => {
    if (!open) return;
    const items = listItems(menu.current);
    (startAt.current === 'first' ? items[0] : items.at(-1))?.focus({ preventScroll: true });
    menu.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);

  const onButtonKey = (event: KeyboardEvent) => {
    startAt.current = event.key === 'ArrowUp' ? 'last' : 'first';
    if (open || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    toggle();
  };
  const onMenuKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The focus goes back to the button first, so that Tab moves on from there.
    if (event.key === 'Tab') return close();
    const item = nextItem(listItems(menu.current), event.key);
    if (!item) return;
    event.preventDefault();
    item.focus();
  };
  return { ...popover, menu, onButtonKey, onMenuKey };
}
