import type { ReactNode } from 'react';
import { cx } from '#platform/web/lib/cx.ts';

interface EmptyStateProps {
  drawing: ReactNode;
  lead?: string | undefined;
  title: string;
  level?: 1 | 2 | 3;
  children?: ReactNode;
  action?: ReactNode;
  after?: ReactNode;
}

export function EmptyState({ drawing, lead, title, level = 3, children, action, after }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="grid justify-items-center rounded-xl bg-card p-5 pb-9 text-center shadow-card sm:p-8 sm:pb-12">
      {drawing}
      {lead && <p className="mt-6 max-w-full text-sm font-semibold wrap-anywhere text-ink-2 user-line">{lead}</p>}
      <Heading
        tabIndex={level === 1 ? -1 : undefined}
        className={cx('text-xl font-extrabold wrap-anywhere user-line sm:text-2xl', lead ? 'mt-1' : 'mt-7')}
      >
        {title}
      </Heading>
      {children && <div className="mt-2.5 max-w-md text-balance text-ink-2">{children}</div>}
      {action && <div className="mt-6 grid w-full max-w-xs">{action}</div>}
      {after && <p className="mt-5 text-sm text-ink-2">{after}</p>}
    </div>
  );
}
