import { detailOf } from '#web/lib/api/api-error.ts';
import { FailedPage, type Retry } from '#web/ui/load-part.tsx';

/** Shown when the mission could not be loaded; try again. */
export function MissionLoadError({ query }: { query: Retry & { error: unknown } }) {
  return (
    <div className="mx-auto mt-2 max-w-3xl sm:mt-6">
      <FailedPage query={query} title="We could not load this mission" after="Your stitches are safe.">
        {detailOf(query.error, 'Something is in the way. Please try again in a moment.')}
      </FailedPage>
    </div>
  );
}
