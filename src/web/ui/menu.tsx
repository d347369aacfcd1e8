import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './button.tsx';
import { useMenu } from './use-menu.ts';

export interface MenuItem {
  label: string;
  icon: ReactNode;
  onSelect: () => void;
}

/** A button with three dots that opens a menu, after the ARIA menu button pattern. */
export function Menu({ label, items, className }: { label: string; items: readonly MenuItem[]; className?: string }) {
  const id = useId();
  const menu = useMenu();
  const choose = (item: MenuItem) => {
    // Closed first, so that a dialog that the item opens can give the focus back to the button.
    menu.close();
    item.onSelect();
  };
  return (
    <div ref={menu.root} className="relative shrink-0">
      <IconButton
        label={label}
        ref={menu.button}
        aria-haspopup="menu"
        aria-expanded={menu.open}
        aria-controls={menu.open ? id : undefined}
        onClick={menu.toggle}
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
          className="absolute end-0 top-full z-30 w-max max-w-[min(20rem,calc(100vw-3rem))] min-w-48 scroll-mt-4 scroll-mb-28 rounded-md border-2 border-line bg-card p-1.5 shadow-card"
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => choose(item)}
              className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-start text-sm font-semibold wrap-anywhere hover:bg-sunk focus:bg-sunk [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-ink-2"
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
