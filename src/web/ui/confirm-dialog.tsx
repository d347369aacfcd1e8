import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  busyLabel?: string;
  busy?: boolean;
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  busyLabel,
  busy = false,
  cancel = 'Cancel',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} locked={busy}>
      <div className="mt-3 text-ink-2">{children}</div>
      <div className="mt-7 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="quiet" onClick={onClose} disabled={busy} className="sm:min-w-32">
          {cancel}
        </Button>
        <Button onClick={onConfirm} busy={busy} busyLabel={busyLabel} className="sm:min-w-32">
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
