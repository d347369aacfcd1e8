import { type ComponentProps, type ReactNode, useState } from 'react';
import { detailOf } from '#web/lib/api/api-error.ts';
import { useT } from '#web/lib/language.ts';
import { toast } from '#web/lib/toast.ts';
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

interface ConfirmActionProps<Answer> extends Omit<ComponentProps<typeof ConfirmDialog>, 'busy' | 'onConfirm'> {
  action: () => Promise<Answer>;
  /** The toast after it worked; left out where the next screen says it. */
  done?: string | ((answer: Answer) => string);
  /** The toast after it failed: a text is used if the server gives no sentence, a function always. */
  failed: string | ((error: unknown) => string);
  onDone?: (answer: Answer) => void;
  onFailed?: (error: unknown) => void;
  /** Whether the dialog closes when the action is over; `never` if the page is left with it. */
  closes?: 'after_success' | 'always' | 'never';
}

/** Asks, acts, and reports the outcome in a toast. The dialog is busy meanwhile, and the toast comes even if it is gone. */
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
  const [busy, setBusy] = useState(false);
  const succeed = (answer: Answer) => {
    if (done !== undefined) toast.success(typeof done === 'string' ? done : done(answer));
    onDone?.(answer);
    if (closes !== 'never') onClose();
  };
  const fail = (error: unknown) => {
    toast.error(typeof failed === 'string' ? detailOf(error, failed) : failed(error));
    onFailed?.(error);
    if (closes === 'always') onClose();
  };
  const confirm = () => {
    setBusy(true);
    void action()
      .then(succeed, fail)
      .finally(() => setBusy(false));
  };
  return <ConfirmDialog {...dialog} busy={busy} onConfirm={confirm} onClose={onClose} />;
}
