import type { ComponentProps } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { useSlow } from '#platform/web/lib/use-slow.ts';
import { Button } from './button.tsx';
import { useSeam } from './use-seam.ts';

type SeamButtonProps = Omit<ComponentProps<typeof Button>, 'onPointerDown' | 'onKeyDown'>;

/** Renders a check-in button. The press draws its seam; the busy label appears only after a second. */
export function SeamButton({ busy = false, busyLabel, className, ...rest }: SeamButtonProps) {
  const seam = useSeam(busy);
  const isSlow = useSlow(busy);
  return (
    <Button
      {...rest}
      {...seam}
      busy={busy}
      busyLabel={isSlow && busyLabel}
      className={cx('sews relative', className)}
    />
  );
}
