import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  /** As wide as the window allows, for a picture. */
  full?: boolean;
  /** While true neither Escape, the backdrop nor the close button closes it. */
  locked?: boolean;
  /** Called before the dialog closes; if it returns false the dialog stays open, as when typed text would be lost. */
  canClose?: () => boolean;
}

/**
 * Centred on wide screens, a bottom sheet on phones. It opens when it is mounted. The native element keeps the focus
 * inside and handles Escape.
 */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
  full = false,
  locked = false,
  canClose,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    dialog?.querySelector<HTMLElement>('[autofocus], [data-autofocus], h2')?.focus();
    return () => {
      // Removing an open dialog would leave the focus on the body.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const staysOpen = () => locked || canClose?.() === false;
  const close = () => !staysOpen() && ref.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut; Escape and the close button do the same
    <dialog
      ref={ref}
      aria-labelledby={heading}
      onClose={onClose}
      onCancel={(e) => staysOpen() && e.preventDefault()}
      onClick={(e) => e.target === ref.current && close()}
      className={cx(
        'm-0 mt-auto max-h-[min(94dvh,100dvh_-_env(safe-area-inset-top))] w-full max-w-full overflow-y-auto rounded-t-xl bg-card p-5 pb-[calc(2rem+env(safe-area-inset-bottom))] text-ink shadow-card backdrop:bg-scrim sm:m-auto sm:rounded-xl sm:p-8',
        full ? 'sm:w-[min(96vw,88rem)]' : wide ? 'sm:w-[58rem]' : 'sm:w-[32rem]',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id={heading} tabIndex={-1} className="text-xl font-extrabold sm:text-2xl">
          {title}
        </h2>
        <IconButton label="Close" onClick={close} disabled={locked} className="-me-2 -mt-1.5">
          <X className="size-5" aria-hidden />
        </IconButton>
      </div>
      {children}
    </dialog>
  );
}
