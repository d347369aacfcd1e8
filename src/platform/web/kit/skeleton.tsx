import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';

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
