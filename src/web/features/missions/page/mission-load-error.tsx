import { detailOf } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { SignpostScene } from '#web/ui/drawings/empty-scenes.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** The way is closed for a moment; the mission is where it was. */
export function MissionLoadError({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="mx-auto mt-2 max-w-3xl sm:mt-6">
      <EmptyState
        drawing={<SignpostScene className="w-full max-w-lg" />}
        title="We could not load this mission"
        level={1}
        action={
          <Button busy={busy} busyLabel="Trying again..." onClick={onRetry}>
            Try again
          </Button>
        }
        after="Your stitches are safe."
      >
        {detailOf(error, 'Something is in the way. Please try again in a moment.')}
      </EmptyState>
    </div>
  );
}
