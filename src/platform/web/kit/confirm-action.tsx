import type { ComponentProps, ReactNode } from 'react';
import { useT, within } from '#platform/web/lib/language.ts';
import { type Outcome, useAction } from '#platform/web/lib/use-action.ts';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  /** For what deletes, leaves or ends something. */
  danger?: boolean;
  busyLabel?: string;
  busy?: boolean;
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** For the name of what a dialog is about. */
export const emphasis = within('strong', { className: 'text-ink wrap-anywhere' });

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, children, confirm, busy = false, onClose, ...buttons }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} locked={busy}>
      <div className="mt-3 text-ink-2">{children}</div>
      <DialogButtons {...buttons} busy={busy} onCancel={onClose} className="mt-7">
        {confirm}
      </DialogButtons>
    </Dialog>
  );
}

/** Asks before a form is closed whose changes are not saved. */
export function ConfirmDiscard(props: Pick<ConfirmDialogProps, 'onConfirm' | 'onClose'>) {
  const t = useT();
  return (
    <ConfirmDialog
      title={t('start.kit.leave_unsaved')}
      confirm={t('start.kit.discard')}
      danger
      cancel={t('start.kit.keep_editing')}
      {...props}
    >
      {t('start.kit.unsaved')}
    </ConfirmDialog>
  );
}

interface ConfirmActionProps<Answer>
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'busy' | 'onConfirm'>,
    Outcome<Answer> {
  action: () => Promise<Answer>;
  /** Whether the dialog closes when the action is over; `never` if the page is left with it. */
  closes?: 'after_success' | 'always' | 'never';
}

/** Asks, acts, and reports the outcome in a toast. */
export function ConfirmAction<Answer>({
  action,
  done,
  failed,
  onDone,
  onFailed,
  closes = 'after_success',
  onClose,
  ...dialog
}: ConfirmActionProps<Answer>) {
  const { busy, run } = useAction();
  const confirm = () =>
    run(action, {
      done,
      failed,
      onDone: (answer) => {
        onDone?.(answer);
        if (closes !== 'never') onClose();
      },
      onFailed: (error) => {
        onFailed?.(error);
        if (closes === 'always') onClose();
      },
    });
  return <ConfirmDialog {...dialog} busy={busy} onConfirm={confirm} onClose={onClose} />;
}
