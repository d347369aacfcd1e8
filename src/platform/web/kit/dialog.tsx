import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { IconButton } from './button.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  /** 36 rem wide, for rows that end with a button. */
  broad?: boolean;
  full?: boolean;
  /** While true, Escape, the backdrop and the close button do not close it. */
  locked?: boolean;
  /** Called before the dialog closes; false keeps it open, for example to protect typed text. */
  canClose?: () => boolean;
  /** A picture on night ground above the title, from edge to edge. The title is then centered. */
  picture?: ReactNode;
}

/**
 * Renders a dialog that opens on mount: centered on wide screens, a bottom sheet on phones.
 *
 * The native element traps the focus and handles Escape.
 */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
  broad = false,
  full = false,
  locked = false,
  canClose,
  picture,
}: DialogProps) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    // Focus the title only if no other element requests the focus. It would otherwise come first.
    const asking = dialog?.querySelector<HTMLElement>('[autofocus], [data-autofocus]');
    (asking ?? dialog?.querySelector<HTMLElement>('h2'))?.focus();
    return () => {
      // Removing an open dialog would move the focus to the body.
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
      // React passes on the events of a dialog inside this one.
      onClose={(e) => e.target === ref.current && onClose()}
      onCancel={(e) => e.target === ref.current && staysOpen() && e.preventDefault()}
      onClick={(e) => e.target === ref.current && close()}
      className={cx(
        'm-0 mt-auto max-h-[min(94dvh,100dvh_-_env(safe-area-inset-top))] w-full max-w-full overflow-y-auto rounded-t-xl bg-card p-5 pb-[calc(2rem+env(safe-area-inset-bottom))] text-ink shadow-card transition-colors duration-300 backdrop:bg-scrim has-data-night:bg-dusk has-data-night:text-on-night sm:m-auto sm:rounded-xl sm:p-8',
        full ? 'sm:w-[min(96vw,88rem)]' : wide ? 'sm:w-[58rem]' : broad ? 'sm:w-[36rem]' : 'sm:w-[32rem]',
      )}
    >
      {picture && (
        <div className="-mx-5 -mt-5 mb-6 overflow-hidden bg-dusk text-on-night sm:-mx-8 sm:-mt-8">{picture}</div>
      )}
      <div className={cx('flex items-start gap-3', picture ? 'justify-center' : 'justify-between')}>
        <h2 id={heading} tabIndex={-1} className="text-xl font-extrabold sm:text-2xl">
          {title}
        </h2>
        <IconButton
          label={t('start.common.close')}
          onClick={close}
          disabled={locked}
          className={picture ? 'absolute! end-3 top-3 text-on-night hover:bg-on-night/10' : '-me-2 -mt-1.5'}
        >
          <X className="size-5" aria-hidden />
        </IconButton>
      </div>
      {children}
    </dialog>
  );
}
