import { Flame } from '#web/drawings/flame.tsx';
import { cx } from '#web/lib/cx.ts';

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

/** A flame and a text while something loads. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-4 py-24 text-ink-2">
      <Flame className="h-14 w-auto" />
      <p className="font-semibold">{label}</p>
    </div>
  );
}
