import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';

/** Renders a placeholder for loading content. Give it the content's size to avoid layout shifts. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('skeleton breathe block', className)} />;
}

/** Renders several placeholders with the same classes. */
export const Skeletons = ({ count, className }: { count: number; className: string }) =>
  Array.from({ length: count }, (_, at) => `${at}`).map((at) => <Skeleton key={at} className={className} />);

/** Tells screen readers that a part is loading. Skeletons are hidden from them. */
export function Loading({ label }: { label?: string }) {
  const t = useT();
  return (
    <p role="status" className="sr-only">
      {label ?? t('start.common.loading')}
    </p>
  );
}
