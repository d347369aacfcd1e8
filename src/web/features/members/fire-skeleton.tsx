import { cx } from '#platform/web/lib/cx.ts';

const SHADOW = 'breathe block rounded-sm bg-on-night opacity-15';

interface FireSkeletonProps {
  alone: boolean;
  /** Whether to reserve space for the nudge button, which is usual before everyone is in. */
  hasNudge?: boolean;
}

export function FireSkeleton({ alone, hasNudge = !alone }: FireSkeletonProps) {
  return (
    <div
      aria-hidden
      className="overflow-hidden rounded-xl bg-dusk text-on-night shadow-card [forced-color-adjust:none] lg:row-span-3"
    >
      <div className={cx('aspect-560/380 w-full', alone ? 'max-h-38 sm:max-h-80' : 'max-h-80')} />
      <div className="grid gap-1 px-4 py-3 sm:px-6">
        <span className={`${SHADOW} h-5.5 w-32`} />
        <span className={`${SHADOW} h-5 w-56`} />
      </div>
      {hasNudge && (
        <div className="-mt-1 px-4 pb-4 sm:px-6">
          <span className={`${SHADOW} h-11 rounded-md`} />
        </div>
      )}
    </div>
  );
}
