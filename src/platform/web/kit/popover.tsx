import { X } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useT } from '#platform/web/lib/language.ts';
import { IconButton } from './button.tsx';
import { Pill } from './pill.tsx';

interface Popover {
  open: boolean;
  toggle: () => void;
  /** Closes it and returns the focus to the button. */
  close: () => void;
  /** For the element that contains the button and the panel. */
  root: RefObject<HTMLDivElement | null>;
  opener: Pick<ComponentProps<'button'>, 'ref' | 'aria-expanded' | 'onClick'>;
}

interface DismissHandlers {
  onEscape: () => void;
  /** The user pressed outside of the root or moved the focus out of it. */
  onLeave: () => void;
}

/** Dismisses on Escape, a press outside of `root`, or focus that leaves it. The handlers must be stable. */
function useDismiss(open: boolean, root: RefObject<HTMLElement | null>, { onEscape, onLeave }: DismissHandlers): void {
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Escape closes one layer. A dialog inside this one closes itself, and a dialog around it stays open.
      if (root.current?.querySelector('dialog[open]')) return;
      event.preventDefault();
      onEscape();
    };
    const onOutside = (event: Event) => !root.current?.contains(event.target as Node) && onLeave();
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', onOutside, { signal });
    document.addEventListener('focusin', onOutside, { signal });
    return () => listening.abort();
  }, [open, root, onEscape, onLeave]);
}

/** Manages a panel that a button opens, such as a menu or a calendar. */
export function usePopover(): Popover {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  // If the user presses or tabs elsewhere, the focus stays there.
  const leave = useCallback(() => setOpen(false), []);
  useDismiss(open, root, { onEscape: close, onLeave: leave });

  const toggle = () => setOpen((now) => !now);
  return { open, toggle, close, root, opener: { ref: button, 'aria-expanded': open, onClick: toggle } };
}

interface PopoverRootProps {
  popover: ReturnType<typeof usePopover>;
  panel: ReactNode;
  children: ReactNode;
}

export function PopoverRoot({ popover, panel, children }: PopoverRootProps) {
  return (
    <div ref={popover.root} className="contents">
      {children}
      {popover.open && panel}
    </div>
  );
}

interface PopoverPanelProps {
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  pill?: string | null;
  onClose: () => void;
  footer: ReactNode;
  children: ReactNode;
}

/** Renders a dropdown under the header; on phones, a sheet above the tab bar. */
export function PopoverPanel({ title, heading, pill, onClose, footer, children }: PopoverPanelProps) {
  const t = useT();
  const id = useId();
  useEffect(() => heading.current?.focus(), [heading]);
  return (
    <section
      role="dialog"
      aria-labelledby={id}
      className="absolute end-0 top-full z-40 w-full rounded-lg border-2 border-line bg-card text-ink shadow-card max-sm:fixed max-sm:inset-x-2 max-sm:top-auto max-sm:bottom-[calc(5.25rem+env(safe-area-inset-bottom))] max-sm:w-auto sm:w-[26rem]"
    >
      <div className="flex items-center gap-3 p-4 pb-2">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-lg font-extrabold">
          {title}
        </h2>
        {pill && <Pill tone="open">{pill}</Pill>}
        <IconButton label={t('start.common.close')} onClick={onClose} className="ms-auto">
          <X className="size-5" aria-hidden />
        </IconButton>
      </div>
      {children}
      <div className="p-4 pt-2">{footer}</div>
    </section>
  );
}

/** Renders the content of an empty panel. */
export const EmptyPanel = ({ drawing, title, note }: { drawing: ReactNode; title: string; note: string }) => (
  <div className="grid justify-items-center px-5 pt-1 pb-3 text-center">
    {drawing}
    <p className="mt-4 font-display text-lg font-extrabold">{title}</p>
    <p className="mt-1 text-sm text-balance text-ink-2">{note}</p>
  </div>
);
