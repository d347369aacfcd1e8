import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { FREE_ACTIVE_MISSIONS } from '#domain/limits.ts';
import { Star } from '#web/drawings/star.tsx';
import { button } from '#web/kit/button.tsx';
import { cx } from '#web/lib/cx.ts';

/** The id of the notice that explains why Create Mission is disabled. */
export const LIMIT_ID = 'limit';

interface PlanTileProps {
  /** How many missions the user can still create; null without a limit. */
  left: number | null;
  /** Takes a row of its own, because the row of cards before it is full. */
  wide: boolean;
}

/** The last tile of the grid: a link to create a mission or, at the limit, a notice. */
export function PlanTile({ left, wide }: PlanTileProps) {
  return left === 0 ? <LimitNotice wide={wide} /> : <NewPatch left={left} wide={wide} />;
}

function NewPatch({ left, wide }: PlanTileProps) {
  return (
    <li className={cx('flex flex-col rounded-lg text-ink-2 stitch', wide ? 'sm:col-span-2' : 'sm:justify-center')}>
      <Link
        to="/create-mission"
        className={cx(
          'group flex items-center gap-4 rounded-lg p-5',
          left !== null && 'pb-2',
          wide ? 'sm:justify-center' : 'sm:flex-col sm:justify-center sm:gap-2 sm:text-center',
          left === null && !wide && 'sm:min-h-40',
        )}
      >
        <span className="grid size-14 shrink-0 place-items-center rounded-full bg-star-soft text-star-ink">
          <Plus className="size-7" strokeWidth={3} aria-hidden />
        </span>
        <strong className="font-display text-lg text-ink group-hover:text-flame">Start another mission</strong>
      </Link>
      {left !== null && (
        <p
          className={cx(
            'flex flex-wrap items-center gap-x-2 px-5 pb-3 text-sm max-sm:justify-between sm:justify-center',
            !wide && 'sm:text-center',
          )}
        >
          {`${left} of ${FREE_ACTIVE_MISSIONS} free missions left`}
          <Upgrade />
        </p>
      )}
    </li>
  );
}

/** Shown to users of the Free plan only. */
export function Upgrade() {
  return (
    <Link to="/pricing" className={button({ kind: 'bare' })}>
      Upgrade
    </Link>
  );
}

function LimitNotice({ wide }: { wide: boolean }) {
  return (
    <li
      className={cx(
        'relative isolate flex items-center gap-x-5 gap-y-3 rounded-lg max-sm:flex-wrap bg-star-soft p-6 text-star-ink',
        wide ? 'sm:col-span-2 sm:px-8' : 'sm:flex-col sm:items-start sm:justify-center sm:gap-3',
      )}
    >
      <span aria-hidden className="pointer-events-none absolute inset-2 -z-10 rounded-[16px] stitch" />
      <Star className="size-12 shrink-0" />
      <div id={LIMIT_ID} className="grow">
        <h3 className="text-lg font-extrabold">Free plan limit reached</h3>
        <p className="mt-1 text-sm">
          {`All ${FREE_ACTIVE_MISSIONS} free missions are running. Finish one, or take PRO for as many as you like. Joining friends stays free.`}
        </p>
      </div>
      <Link to="/pricing" className={button({ kind: 'night', size: 'sm', className: 'max-sm:w-full' })}>
        Upgrade
      </Link>
    </li>
  );
}
