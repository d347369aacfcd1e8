import { cx } from '#platform/web/lib/cx.ts';

const BELL_COUNT_MAX = 9;

/** Returns the count for a badge: '9+' above nine. */
export const badge = (n: number): string => (n > BELL_COUNT_MAX ? `${BELL_COUNT_MAX}+` : String(n));

/** Renders the count on a bell. Screen readers skip it because the bell's label includes it. */
export function BellCount({ count, className = 'end-0 top-0.5' }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className={cx(
        'absolute grid h-5 min-w-5 place-items-center rounded-full bg-flame px-1 text-[11px] font-bold text-on-flame tabular',
        className,
      )}
    >
      <span dir="ltr">{badge(count)}</span>
    </span>
  );
}
