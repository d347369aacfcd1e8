import { isRetryable } from '#web/lib/api/api-error.ts';
import { useToken } from '#web/lib/session/session.ts';
import { CampfirePage } from '#web/ui/campfire-page.tsx';
import { DeadLinkPage } from '#web/ui/dead-link-page.tsx';
import type { Retry } from '#web/ui/load-part.tsx';

/** A link that does not exist, or cannot be opened right now. */
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
