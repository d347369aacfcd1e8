import type { ReactNode } from 'react';
import { CampfirePage } from '#web/ui/campfire-page.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

interface LinkFrameProps {
  title: string;
  lead: string;
  children?: ReactNode;
}

/** The page of a link in a mail: the fire, what it is for, and one thing to press. */
export function LinkPage({ title, lead, children }: LinkFrameProps) {
  return (
    <CampfirePage scene>
      <section aria-labelledby="link" className="relative rounded-xl bg-card p-5 shadow-card sm:p-7">
        <p className="text-sm font-semibold text-ink-2 wrap-anywhere">{lead}</p>
        <h1 id="link" tabIndex={-1} className="mt-1 text-xl font-extrabold wrap-anywhere sm:text-2xl">
          {title}
        </h1>
        {children}
      </section>
    </CampfirePage>
  );
}

export function LinkSkeleton() {
  return (
    <CampfirePage scene>
      <div className="relative rounded-xl bg-card p-5 shadow-card sm:p-7">
        <Loading label="Looking at the link..." />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="mt-3 h-8 w-4/5" />
        <Skeleton className="mt-8 h-12" />
      </div>
    </CampfirePage>
  );
}
