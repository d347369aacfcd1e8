import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface LeaveWaitingProps {
  /** Things that are on this device alone. */
  count: number;
  busy: boolean;
  onLeave: () => void;
  onClose: () => void;
}

/** Asks before logging out takes away what was never sent. */
export function LeaveWaiting({ count, busy, onLeave, onClose }: LeaveWaitingProps) {
  return (
    <ConfirmDialog
      title="Not everything is sent yet"
      confirm="Log out and discard"
      busyLabel="Logging out..."
      busy={busy}
      cancel="Stay"
      onConfirm={onLeave}
      onClose={onClose}
    >
      {count === 1
        ? 'One thing is on this device alone. Logging out removes it before anybody has seen it.'
        : `${count} things are on this device alone. Logging out removes them before anybody has seen them.`}
    </ConfirmDialog>
  );
}
