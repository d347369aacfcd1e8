import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '#platform/web/lib/cx.ts';

interface FoldProps {
  title: string;
  startsOpen?: boolean;
  /** Opens it and keeps it open, for example because it contains an error. */
  staysOpen?: boolean;
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

/** Renders a section that shows only its title until it is pressed. */
export function Fold({ title, startsOpen = false, staysOpen = false, heading: Heading = 'h3', children }: FoldProps) {
  const [open, setOpen] = useState(startsOpen);
  const id = useId();
  if (staysOpen && !open) setOpen(true);
  return (
    <section className="not-first:seam">
      <Heading>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="flex min-h-12 w-full cursor-pointer items-center gap-3 text-start text-sm font-bold"
        >
          {title}
          <ChevronDown
            aria-hidden
            className={cx('ms-auto size-5 shrink-0 text-ink-2 transition-transform', open && 'rotate-180')}
          />
        </button>
      </Heading>
      {open && (
        <div id={id} className="pt-1 pb-4">
          {children}
        </div>
      )}
    </section>
  );
}
