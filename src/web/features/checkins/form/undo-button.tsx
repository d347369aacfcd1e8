import { Undo2 } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';

/** Ignores presses this long after appearing, because the second tap of a double tap would land on it. */
const DEAF_MS = 400;

interface UndoButtonProps {
  busy: boolean;
  onPress: () => void;
  /** The name for screen readers, if a screen has several of these buttons. */
  label?: string;
  className: string;
  ref?: Ref<HTMLButtonElement>;
}

export function UndoButton({ busy, onPress, label, className, ref }: UndoButtonProps) {
  const t = useT();
  const [deaf, setDeaf] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setDeaf(false), DEAF_MS);
    return () => clearTimeout(timer);
  }, []);
  const off = deaf || busy;
  return (
    <button
      ref={ref}
      type="button"
      // Not `disabled`, so that it can take the focus.
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      // A key that is held down would press repeatedly.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={() => !off && onPress()}
      className={cx(
        'inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-1.5 text-sm font-bold whitespace-nowrap underline decoration-2 underline-offset-4 select-none aria-disabled:pointer-events-none aria-busy:opacity-60',
        className,
      )}
    >
      <Undo2 className="size-4 rtl:-scale-x-100" aria-hidden />
      {t('start.common.undo')}
    </button>
  );
}
