import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#platform/web/lib/cx.ts';

/** Classes of small actions below an entry, also for links and other buttons. */
export const inlineActionClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full px-3 text-sm font-semibold whitespace-nowrap text-ink-2 tabular hover:bg-sunk';

interface DisclosureButtonProps {
  open: boolean;
  controls: string;
  onToggle: () => void;
  children: ReactNode;
}

/** Renders a button that opens and closes an element below it. */
export function DisclosureButton({ open, controls, onToggle, children }: DisclosureButtonProps) {
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
