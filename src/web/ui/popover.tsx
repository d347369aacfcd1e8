import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { badge } from '#web/lib/format.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Pill } from './pill.tsx';
import type { usePopover } from './use-popover.ts';

/** The count on a bell. It is hidden from screen readers, as the bell's label has it in words. */
export function BellCount({ count, className = 'end-0 top-0.5' }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className={cx(
        'absolute grid h-5 min-w-5 place-items-center rounded-full bg-flame px-1 text-[11px] font-bold text-on-flame tabular',
        className,
      )}
    >
      {badge(count)}
    </span>
  );
}

interface PopoverRootProps {
  popover: ReturnType<typeof usePopover>;
  panel: ReactNode;
  /** The button that opens the panel. */
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
  /** For callers that move the focus to the heading later on; opening the panel moves it there, too. */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** Shown as a pill beside the title, such as '2 pending'. */
  pill?: string | null;
  onClose: () => void;
  footer: ReactNode;
  children: ReactNode;
}

/** A dropdown under the header, on phones a sheet above the tab bar. */
export function PopoverPanel({ title, heading, pill, onClose, footer, children }: PopoverPanelProps) {
  const id = useId();
  const ownHeading = useRef<HTMLHeadingElement>(null);
  const ref = heading ?? ownHeading;
  useEffect(() => ref.current?.focus(), [ref]);
  return (
    <section
      role="dialog"
      aria-labelledby={id}
      className="absolute end-0 top-full z-40 w-full rounded-lg border-2 border-line bg-card text-ink shadow-card max-sm:fixed max-sm:inset-x-2 max-sm:top-auto max-sm:bottom-[calc(5.25rem+env(safe-area-inset-bottom))] max-sm:w-auto sm:w-[26rem]"
    >
      <div className="flex items-center gap-3 p-4 pb-2">
        <h2 ref={ref} id={id} tabIndex={-1} className="text-lg font-extrabold">
          {title}
        </h2>
        {pill && <Pill tone="open">{pill}</Pill>}
        <IconButton label="Close" onClick={onClose} className="ms-auto">
          <X className="size-5" aria-hidden />
        </IconButton>
      </div>
      {children}
      <div className="p-4 pt-2">{footer}</div>
    </section>
  );
}
