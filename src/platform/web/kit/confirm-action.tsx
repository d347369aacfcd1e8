import type { ComponentProps, ReactNode } from 'react';
import { useT, within } from '#platform/web/lib/language.ts';
import { type Outcome, useAction } from '#platform/web/lib/use-action.ts';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  busyLabel?: string;
  busy?: boolean;
  cancel?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Emphasizes the name of the dialog's subject. */
export const emphasis = within('strong', { className: 'text-ink wrap-anywhere' });

/** Asks for confirmation of an action that cannot be undone. */
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

/** Asks for confirmation before a form with unsaved changes closes. */
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
  /** When the dialog closes after the action; `never` if the action leaves the page. */
  closes?: 'after_success' | 'always' | 'never';
}

/** Asks for confirmation, runs the action and reports the result in a toast. */
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
