import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface Popover {
  open: boolean;
  toggle: () => void;
  /** Closes and gives the focus back to the button. */
  close: () => void;
  root: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
}

/** A panel that a button opens: Escape, a press outside and tabbing out of it close it. `root` holds both. */
export function usePopover(): Popover {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    // Whoever presses or tabs elsewhere wants to be there: the focus is left alone.
    const onLeave = (event: Event) => !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onLeave);
    document.addEventListener('focusin', onLeave);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onLeave);
      document.removeEventListener('focusin', onLeave);
    };
  }, [open, close]);

  return { open, toggle: () => setOpen((now) => !now), close, root, button };
}
