import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface Popover {
  open: boolean;
  toggle: () => void;
  /** Closes and gives the focus back to the button. */
  close: () => void;
  /** Belongs on the element that contains the button and the panel. */
  root: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
}

interface DismissHandlers {
  onEscape: () => void;
  /** Someone pressed outside of the root or moved the focus out of it. */
  onLeave: () => void;
}

/** Escape, a press outside of `root` and focus that leaves it dismiss what is open. The handlers must be stable. */
function useDismiss(open: boolean, root: RefObject<HTMLElement | null>, { onEscape, onLeave }: DismissHandlers): void {
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // One press closes one layer: a dialog around this one stays open.
      event.preventDefault();
      onEscape();
    };
    const onOutside = (event: Event) => !root.current?.contains(event.target as Node) && onLeave();
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
    };
  }, [open, root, onEscape, onLeave]);
}

/** A panel that a button opens, such as a menu or a calendar. */
export function usePopover(): Popover {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  // Whoever presses or tabs elsewhere wants to be there, so the focus is left alone.
  const leave = useCallback(() => setOpen(false), []);
  useDismiss(open, root, { onEscape: close, onLeave: leave });

  return { open, toggle: () => setOpen((now) => !now), close, root, button };
}
