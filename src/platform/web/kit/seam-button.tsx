import type { ComponentProps } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { useSlow } from '#platform/web/lib/use-slow.ts';
import { Button } from './button.tsx';
import { useSeam } from './use-seam.ts';

type SeamButtonProps = Omit<ComponentProps<typeof Button>, 'onPointerDown' | 'onKeyDown'>;

/** A button that checks in: the press sews its seam, and it says that it is busy only after a second. */
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
