import { type ComponentProps, useState } from 'react';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmActionProps<Answer> extends Omit<ComponentProps<typeof ConfirmDialog>, 'busy' | 'onConfirm'> {
  action: () => Promise<Answer>;
  /** The toast after it worked; none where the next screen says so. */
  done?: string | ((answer: Answer) => string);
  /** The toast after it failed: a text stands in where the server gives no sentence, a function decides alone. */
  failed: string | ((error: unknown) => string);
  onDone?: (answer: Answer) => void;
  onFailed?: (error: unknown) => void;
  /** Whether the dialog closes when the action is over; `never` where its page is left. */
  closes?: 'after_success' | 'always' | 'never';
}

/** Asks, acts, and says how it went. The dialog stays busy meanwhile; the outcome is told even if it is gone by then. */
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
