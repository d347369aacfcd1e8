import { useState } from 'react';
import { useHide } from '#web/features/checkins/hide-checkin-call.ts';
import { ReasonDialog } from '#web/features/safety/public.ts';
import { Button } from '#web/kit/button.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';

interface HideDialogProps {
  checkinId: string;
  author: string;
  onClose: () => void;
}

/** The owner of the mission hides a check-in from the other members. */
export function HideDialog({ checkinId, author, onClose }: HideDialogProps) {
  const { hide } = useHide();
  const send = async (reason: string) => {
    await hide(checkinId, reason);
    toast.success('Check-in hidden');
    onClose();
  };
  return (
    <ReasonDialog
      title="Hide this check-in?"
      label="Reason"
      placeholder="Kind and short"
      confirm="Hide"
      busyLabel="Hiding..."
      failed="We couldn't hide the check-in. Please try again."
      onSend={send}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Only {author} and you see it then. {author} reads your reason; points and streak stay as they are. You can show
        it again at any time.
      </p>
    </ReasonDialog>
  );
}

/** Shows a hidden check-in to the other members again. */
export function ShowAgain({ checkinId, author }: { checkinId: string; author: string }) {
  const { show } = useHide();
  const [busy, setBusy] = useState(false);
  const onShow = async () => {
    setBusy(true);
    try {
      await show(checkinId);
      toast.success('Check-in shown again');
      // The button that had the focus is gone.
      document.getElementById(`checkin-${checkinId}`)?.focus({ preventScroll: true });
    } catch (error) {
      toast.error(detailOf(error, "We couldn't show the check-in. Please try again."));
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
      aria-label={`Show the check-in of ${author} again`}
      onClick={() => void onShow()}
    >
      Show again
    </Button>
  );
}
