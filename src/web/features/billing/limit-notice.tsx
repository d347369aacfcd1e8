import { Link } from '@tanstack/react-router';
import { FREE_ACTIVE_MISSIONS } from '#domain/limits.ts';
import { Star } from '#web/drawings/star.tsx';
import { button } from '#web/kit/button.tsx';

/** The id of what explains why Create Mission is disabled. */
export const LIMIT_ID = 'limit';

/** Why no other mission can be created, and the way to more. */
export const LimitNotice = () => (
  <section
    aria-labelledby="limit-title"
    className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-star-soft p-5 text-star-ink"
  >
    <Star className="size-10 shrink-0" />
    <div className="min-w-0 grow basis-56">
      <h3 id="limit-title" className="text-lg font-extrabold">
        Free plan limit reached
      </h3>
      <p className="mt-1 text-sm">
        {`All ${FREE_ACTIVE_MISSIONS} free missions are running. Finish one, or take PRO for as many as you like. Joining friends stays free.`}
      </p>
    </div>
    <Link to="/pricing" className={button({ kind: 'night', size: 'sm', className: 'max-sm:w-full' })}>
      Upgrade
    </Link>
  </section>
);
