import { FREE_ACTIVE_MISSIONS } from '#domain/limits.ts';
import { ConfirmAction } from '#web/ui/confirm-action.tsx';
import { useCancelSubscription } from './queries.ts';

interface CancelDialogProps {
  name: string;
  /** The last day of the period; null where the plan ends at once. */
  until: string | null;
  onClose: () => void;
}

/** Asks, and says what stays. */
export function CancelDialog({ name, until, onClose }: CancelDialogProps) {
  const { mutateAsync: cancel } = useCancelSubscription();
  return (
    <ConfirmAction
      title="Cancel subscription?"
      confirm="Cancel subscription"
      busyLabel="Cancelling..."
      cancel={`Keep ${name}`}
      action={() => cancel()}
      done={({ message }) => message}
      failed="Failed to cancel subscription"
      onClose={onClose}
    >
      <p>{until ? `${name} stays until ${until}; nothing is charged after that.` : `${name} ends now.`}</p>
      <p className="mt-3">
        Nothing is lost: all your missions go on. New ones need room below {FREE_ACTIVE_MISSIONS} then.
      </p>
    </ConfirmAction>
  );
}
