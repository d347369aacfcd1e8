import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '#platform/web/lib/cx.ts';

interface SectionProps {
  id: string;
  icon?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  folds?: boolean;
  children: ReactNode;
  className?: string;
}

function FoldedSection({ id, icon, title, children }: Pick<SectionProps, 'id' | 'icon' | 'title' | 'children'>) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby={id} className="rounded-lg bg-card px-5 shadow-card">
      <h2 id={id} tabIndex={-1} className="text-base font-extrabold">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 w-full cursor-pointer items-center gap-2 text-start"
        >
          {icon}
          {title}
          <ChevronDown
            aria-hidden
            className={cx('ms-auto size-5 shrink-0 text-ink-2 transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      {open && <div className="pt-1 pb-4">{children}</div>}
    </section>
  );
}

/** Renders a card with a heading. `id` is the heading's ID, for links and labels. */
export function Section({ id, icon, title, lead, aside, folds = false, children, className }: SectionProps) {
  if (folds) return <FoldedSection {...{ id, icon, title, children }} />;
  return (
    <section aria-labelledby={id} className={cx('rounded-lg bg-card p-5 shadow-card', className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={id} tabIndex={-1} className="flex flex-wrap items-center gap-2 text-lg font-extrabold">
          {icon}
          {title}
        </h2>
        {aside}
      </div>
      {lead && <p className="mt-1 text-sm text-ink-2">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
