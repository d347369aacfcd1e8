import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface Popover {
  open: boolean;
  toggle: () => void;
  /** Closes and gives the focus back to the button. */
  close: () => void;
  root: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  /** For the root: tabbing out of it closes. */
  onBlur: (event: FocusEvent) => void;
}

/** A panel that a button opens: Escape and a press outside close it. `root` holds both. */
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
    // Whoever presses elsewhere wants to be there: the focus is left alone.
    const onPress = (event: PointerEvent) => !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open, close]);

  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return { open, toggle: () => setOpen((now) => !now), close, root, button, onBlur };
}
