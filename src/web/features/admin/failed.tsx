import { Button } from '#web/ui/button.tsx';

export const FAILED = 'Failed to load admin data';

interface FailedProps {
  result: { isFetching: boolean; refetch: () => unknown };
}

/** Stands where the figures or rows would stand that could not be read. */
export function Failed({ result: { isFetching, refetch } }: FailedProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{FAILED}</p>
      <Button kind="quiet" busy={isFetching} busyLabel="Trying again..." onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}
