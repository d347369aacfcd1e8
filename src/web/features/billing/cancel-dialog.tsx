import { FREE_ACTIVE_MISSIONS } from '#domain/limits.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useCancelSubscription } from './queries.ts';

interface CancelDialogProps {
  name: string;
  /** The last day of the period; null where the plan ends at once. */
  until: string | null;
  onClose: () => void;
}

/** Asks once, and says what stays. */
export function CancelDialog({ name, until, onClose }: CancelDialogProps) {
  const { mutate, isPending } = useCancelSubscription();
  const cancel = () =>
    mutate(undefined, {
      onSuccess: ({ message }) => {
        toast.success(message);
        onClose();
      },
      onError: (error) => toast.error(detailOf(error, 'Failed to cancel subscription')),
    });
  return (
    <ConfirmDialog
      title="Cancel subscription?"
      confirm="Cancel subscription"
      busyLabel="Cancelling..."
      busy={isPending}
      cancel={`Keep ${name}`}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>{until ? `${name} stays until ${until}; nothing is charged after that.` : `${name} ends now.`}</p>
      <p className="mt-3">
        Nothing is lost: all your missions go on. New ones need room below {FREE_ACTIVE_MISSIONS} then.
      </p>
    </ConfirmDialog>
  );
}
