import { Flame } from '#web/drawings/flame.tsx';
import { cx } from '#web/lib/cx.ts';
import { useT } from '#web/lib/language.ts';

/** A placeholder for what is being loaded. It needs the size of the content, so that nothing moves when it comes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('skeleton breathe block', className)} />;
}

/** Several placeholders of one look. */
export const Skeletons = ({ count, className }: { count: number; className: string }) =>
  Array.from({ length: count }, (_, at) => `${at}`).map((at) => <Skeleton key={at} className={className} />);

/** Tells screen readers that a part is loading, which skeletons do not. */
export function Loading({ label }: { label?: string }) {
  const t = useT();
  return (
    <p role="status" className="sr-only">
      {label ?? t('start.common.loading')}
    </p>
  );
}

/** A flame and a text while something loads. */
export function Spinner({ label }: { label?: string }) {
  const t = useT();
  return (
    <div role="status" className="grid justify-items-center gap-4 py-24 text-ink-2">
      <Flame className="h-14 w-auto" />
      <p className="font-semibold">{label ?? t('start.common.loading')}</p>
    </div>
  );
}
