import { cx } from './cx.ts';

/** A placeholder for what is being loaded. It needs the size of the content, so that nothing moves when it comes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('skeleton breathe block', className)} />;
}

/** Tells screen readers that a part is loading, which skeletons do not. */
export function Loading({ label = 'Loading...' }: { label?: string }) {
  return (
    <p role="status" className="sr-only">
      {label}
    </p>
  );
}
