import { Button } from '#web/ui/button.tsx';
import { SignpostScene } from '#web/ui/drawings/empty-scenes.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function LoadError({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      drawing={<SignpostScene className="w-full max-w-lg" />}
      title="Failed to load dashboard"
      level={1}
      action={
        <Button busy={busy} busyLabel="Trying again..." onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Your stitches are safe. The way to them is closed for a moment.
    </EmptyState>
  );
}
