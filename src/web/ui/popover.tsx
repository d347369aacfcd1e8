import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { badge } from '#web/lib/format.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Pill } from './pill.tsx';
import type { usePopover } from './use-popover.ts';

/** The figure on a bell; its button says it in words. */
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
  /** The button. */
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
  /** For who has to give the heading the focus; it has it when the panel opens. */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** Stands beside the title, such as '2 pending'. */
  mark?: string | null;
  onClose: () => void;
  foot: ReactNode;
  children: ReactNode;
}

/** A dropdown under the header, on phones a sheet above the tab bar. */
export function PopoverPanel({ title, heading, mark, onClose, foot, children }: PopoverPanelProps) {
  const id = useId();
  const own = useRef<HTMLHeadingElement>(null);
  const ref = heading ?? own;
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
        {mark && <Pill tone="open">{mark}</Pill>}
        <IconButton label="Close" onClick={onClose} className="ms-auto">
          <X className="size-5" aria-hidden />
        </IconButton>
      </div>
      {children}
      <div className="p-4 pt-2">{foot}</div>
    </section>
  );
}
