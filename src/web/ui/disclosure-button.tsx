import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** The small actions under a post; a link or a button with the same looks takes the class alone. */
export const inlineActionClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full px-3 text-sm font-semibold whitespace-nowrap text-ink-2 tabular hover:bg-sunk';

interface QuietToggleProps {
  open: boolean;
  /** The id of what it opens. */
  controls: string;
  onToggle: () => void;
  children: ReactNode;
}

/** Opens and closes something below it. */
export function DisclosureButton({ open, controls, onToggle, children }: QuietToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
      className={inlineActionClass}
    >
      {children}
      <ChevronDown aria-hidden className={cx('size-4 transition-transform', open && 'rotate-180')} />
    </button>
  );
}
