import { cx } from './cx.ts';

/** A piece of cloth where something will stand. Give it the size of what comes, so that nothing moves. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('skeleton breathe block', className)} />;
}

/** Tells readers that a part is loading; the drawn skeletons are silent. */
export function Loading({ label = 'Loading...' }: { label?: string }) {
  return (
    <p role="status" className="sr-only">
      {label}
    </p>
  );
}
