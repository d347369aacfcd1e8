import type { ReactNode } from 'react';
import { Reason } from '#contract/fields.ts';
import { REASON_MAX } from '#domain/limits.ts';
import { CountedField } from '#platform/web/kit/counted-field.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { DialogButtons } from '#platform/web/kit/dialog-buttons.tsx';
import { useForm } from '#platform/web/lib/form.ts';

interface ReasonDialogProps {
  title: string;
  label: string;
  placeholder: string;
  confirm: string;
  busyLabel: string;
  failed: string;
  /** If it throws, the dialog shows the error and stays open. */
  onSend: (reason: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for the reason of an action, which another person will read. */
export function ReasonDialog({ title, label, placeholder, confirm, busyLabel, ...props }: ReasonDialogProps) {
  const { failed, onSend, onClose, children } = props;
  const form = useForm({
    schema: Reason,
    initial: { reason: '' },
    submit: ({ reason }) => onSend(reason),
    failed,
  });
  return (
    <Dialog title={title} onClose={onClose} locked={form.busy}>
      <form onSubmit={form.onSubmit} noValidate>
        <div className="mt-3 mb-5 text-ink-2">{children}</div>
        <CountedField
          label={label}
          area
          max={REASON_MAX}
          placeholder={placeholder}
          data-autofocus
          {...form.field('reason')}
        />
        <DialogButtons busy={form.busy} busyLabel={busyLabel} onCancel={onClose} className="mt-7">
          {confirm}
        </DialogButtons>
      </form>
    </Dialog>
  );
}
