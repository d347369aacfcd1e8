import type { ReactNode } from 'react';
import { cx } from '#web/lib/cx.ts';

interface SectionProps {
  id: string;
  /** Before the title. */
  icon?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A card with a heading. `id` is the heading's, for links and labels. */
export function Section({ id, icon, title, lead, aside, children, className }: SectionProps) {
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
