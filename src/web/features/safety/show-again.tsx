import { useState } from 'react';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useHide } from './queries.ts';

/** Takes the hiding of a check-in back. */
export function ShowAgain({ checkinId, name }: { checkinId: string; name: string }) {
  const { show } = useHide();
  const [busy, setBusy] = useState(false);
  const showIt = async () => {
    setBusy(true);
    try {
      await show(checkinId);
      toast.success('Check-in shown again');
      // The button that had the focus is gone with the fold.
      document.getElementById(`checkin-${checkinId}`)?.focus({ preventScroll: true });
    } catch (error) {
      toast.error(detailOf(error, 'Failed to show check-in'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      kind="quiet"
      size="sm"
      busy={busy}
      busyLabel="Showing..."
      aria-label={`Show the check-in of ${name} again`}
      onClick={() => void showIt()}
    >
      Show again
    </Button>
  );
}
