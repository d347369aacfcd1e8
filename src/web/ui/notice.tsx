import type { ReactNode } from 'react';

/** A sentence above the page, with an action. */
export function Notice({ icon, children, action }: { icon: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-star-soft px-4 py-2.5 text-sm text-ink">
      {icon}
      <p className="min-w-0 grow basis-56">{children}</p>
      {action}
    </div>
  );
}
