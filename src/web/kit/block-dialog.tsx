import { ConfirmAction } from './confirm-action.tsx';

interface BlockDialogProps {
  name: string;
  /** Blocks this person, and resolves when the screen shows it. */
  block: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirms, then blocks a person: the user no longer sees what is theirs. */
export function BlockDialog({ name, block, onClose }: BlockDialogProps) {
  return (
    <ConfirmAction
      title={`Block ${name}?`}
      confirm="Block"
      danger
      busyLabel="Blocking..."
      action={block}
      done={`You've blocked ${name}`}
      failed="We couldn't block them"
      onClose={onClose}
    >
      <p>
        You won't see their check-ins, comments, notifications or invitations. We won't tell them, and missions count
        everyone as before.
      </p>
      <p className="mt-3">You can unblock them on your profile any time.</p>
    </ConfirmAction>
  );
}
