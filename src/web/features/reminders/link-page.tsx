import type { ReactNode } from 'react';
import { isRetryable } from '#web/lib/api/api-error.ts';
import { useToken } from '#web/lib/session/session.ts';
import { CampfirePage, DeadLinkPage } from '#web/ui/campfire-page.tsx';
import type { Retry } from '#web/ui/load-part.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

interface LinkPageProps {
  title: string;
  lead: string;
  children?: ReactNode;
}

/** The page of a link in a mail: what the link is for, and one button. */
export function LinkPage({ title, lead, children }: LinkPageProps) {
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

/** Page for a link that does not exist or cannot be loaded at the moment. */
export function UnknownLink({ query }: { query: Retry & { error: unknown } }) {
  const signedIn = useToken() !== null;
  const transient = isRetryable(query.error);
  return (
    <CampfirePage>
      <DeadLinkPage
        title={transient ? 'The link could not be opened' : 'This link leads nowhere'}
        signedIn={signedIn}
        query={transient ? query : undefined}
      >
        {transient
          ? 'There is no answer right now. Please try again in a moment.'
          : 'It is not one of ours, or it is too old to be known.'}
      </DeadLinkPage>
    </CampfirePage>
  );
}
