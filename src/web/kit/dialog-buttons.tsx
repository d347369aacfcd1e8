import type { ReactNode } from 'react';
import { useT } from '#web/lib/language.ts';
import { Button } from './button.tsx';

interface DialogButtonsProps {
  children: ReactNode;
  busy: boolean;
  busyLabel: string;
  /** Keeps the form from being sent. */
  disabled?: boolean;
  danger?: boolean;
  onCancel: () => void;
}

/** The end of a form in a dialog: cancels it or sends it. */
export function DialogButtons({ children, danger, disabled, onCancel, busy, busyLabel }: DialogButtonsProps) {
  const t = useT();
  return (
    <div className="mt-1.5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button kind="quiet" onClick={onCancel} disabled={busy} className="sm:min-w-32">
        {t('start.common.cancel')}
      </Button>
      <Button
        type="submit"
        kind={danger ? 'danger' : 'flame'}
        busy={busy}
        busyLabel={busyLabel}
        disabled={disabled}
        className="sm:min-w-32"
      >
        {children}
      </Button>
    </div>
  );
}
