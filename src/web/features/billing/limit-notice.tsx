import { Link } from '@tanstack/react-router';
import { FREE_ACTIVE_MISSIONS } from '#domain/limits.ts';
import { button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { Star } from '#web/drawings/star.tsx';

/** The ID of the notice that explains why Create Mission is disabled. */
export const LIMIT_ID = 'limit';

export function LimitNotice() {
  const t = useT();
  return (
    <section
      aria-labelledby="limit-title"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-star-soft p-5 text-star-ink"
    >
      <Star className="size-10 shrink-0" />
      <div className="min-w-0 grow basis-56">
        <h3 id="limit-title" className="text-lg font-extrabold">
          {t('app.billing.limit.title')}
        </h3>
        <p className="mt-1 text-sm">{t('app.billing.limit.note', { count: FREE_ACTIVE_MISSIONS })}</p>
      </div>
      <Link to="/pricing" className={button({ kind: 'night', size: 'sm', className: 'max-sm:w-full' })}>
        {t('app.billing.upgrade')}
      </Link>
    </section>
  );
}
