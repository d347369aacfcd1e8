import type { ReactNode } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Button } from './button.tsx';

interface DialogButtonsProps {
  children: ReactNode;
  busy: boolean;
  busyLabel?: string | undefined;
  disabled?: boolean;
  danger?: boolean | undefined;
  cancel?: string | undefined;
  onCancel: () => void;
  /** Without it, the confirm button submits the surrounding form. */
  onConfirm?: () => void;
  className?: string;
}

/** Renders the two buttons at the end of a dialog: cancel and confirm. */
export function DialogButtons({
  children,
  busy,
  busyLabel,
  danger,
  disabled,
  cancel,
  onCancel,
  onConfirm,
  className = 'mt-1.5',
}: DialogButtonsProps) {
  const t = useT();
  return (
    <div className={cx('flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}>
      <Button kind="quiet" onClick={onCancel} disabled={busy} className="sm:min-w-32">
        {cancel ?? t('start.common.cancel')}
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        kind={danger ? 'danger' : 'flame'}
        busy={busy}
        busyLabel={busyLabel}
        disabled={disabled}
        onClick={onConfirm}
        className="sm:min-w-32"
      >
        {children}
      </Button>
    </div>
  );
}
