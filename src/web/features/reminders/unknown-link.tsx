import { isRetryable } from '#web/lib/api/api-error.ts';
import { useToken } from '#web/lib/session/session.ts';
import { CampfirePage } from '#web/ui/campfire-page.tsx';
import { DeadLinkPage } from '#web/ui/dead-link-page.tsx';

/** A link that nobody knows, or a moment without a connection. */
export function UnknownLink({ error, retry }: { error: Error; retry: { busy: boolean; onRetry: () => void } }) {
  const signedIn = useToken() !== null;
  const passing = isRetryable(error);
  return (
    <CampfirePage>
      <DeadLinkPage
        title={passing ? 'The link could not be opened' : 'This link leads nowhere'}
        signedIn={signedIn}
        retry={passing ? retry : undefined}
      >
        {passing
          ? 'There is no answer right now. Please try again in a moment.'
          : 'It is not one of ours, or it is too old to be known.'}
      </DeadLinkPage>
    </CampfirePage>
  );
}
