import { Check, Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { usePopover } from './popover.tsx';

const listItems = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

/** Returns the item that a key moves to, or null if the menu does not use the key. */
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

/** Handles a menu's keys: arrows open and move, Home, End and letters jump, Tab and Escape close. */
function useMenu() {
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
    // The focus returns to the button first, so Tab continues from there.
    if (event.key === 'Tab') return close();
    if (event.key === 'Escape') {
      // Handled here so that a panel around the menu stays open.
      event.preventDefault();
      return close();
    }
    const item = nextItem(listItems(menu.current), event.key);
    if (!item) return;
    event.preventDefault();
    item.focus();
  };
  return { ...popover, menu, onButtonKey, onMenuKey };
}

export interface MenuItem {
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  /** A warning to read before choosing the item. */
  title?: string;
  checked?: boolean;
}

/** Renders a button with three dots that opens a menu, after the ARIA menu button pattern. */
export function Menu({ label, items, className }: { label: string; items: readonly MenuItem[]; className?: string }) {
  const id = useId();
  const menu = useMenu();
  const choose = (item: MenuItem) => {
    // Close first, so a dialog that the item opens can return the focus to the button.
    menu.close();
    item.onSelect();
  };
  return (
    <div ref={menu.root} className="relative shrink-0">
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-controls={menu.open ? id : undefined}
        {...menu.opener}
        onKeyDown={menu.onButtonKey}
        {...(className !== undefined && { className })}
      >
        <Ellipsis className="size-5 text-ink-2" aria-hidden />
      </IconButton>
      {menu.open && (
        <div
          ref={menu.menu}
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={menu.onMenuKey}
          className="absolute end-0 top-full z-30 w-max max-w-[min(20rem,calc(100vw-3rem))] min-w-48 scroll-mt-4 scroll-mb-28 rounded-md border-2 border-line bg-card p-1.5 text-ink shadow-card"
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              {...(item.checked === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemcheckbox', 'aria-checked': item.checked })}
              tabIndex={-1}
              title={item.title}
              onClick={() => choose(item)}
              className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-start text-sm font-semibold wrap-anywhere hover:bg-sunk focus:bg-sunk [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-ink-2"
            >
              {item.icon}
              <span>{item.label}</span>
              {item.checked && <Check className="ms-auto" aria-hidden />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
