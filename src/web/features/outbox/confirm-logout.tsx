import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface ConfirmLogoutProps {
  /** How many items exist on this device alone. */
  count: number;
  busy: boolean;
  onLogout: () => void;
  onClose: () => void;
}

/** Asks before logging out removes what was never sent. */
export function ConfirmLogout({ count, busy, onLogout, onClose }: ConfirmLogoutProps) {
  return (
    <ConfirmDialog
      title="Not everything is sent yet"
      confirm="Log out and discard"
      busyLabel="Logging out..."
      busy={busy}
      cancel="Stay"
      onConfirm={onLogout}
      onClose={onClose}
    >
      {count === 1
        ? 'One thing is on this device alone. Logging out removes it before anybody has seen it.'
        : `${count} things are on this device alone. Logging out removes them before anybody has seen them.`}
    </ConfirmDialog>
  );
}
