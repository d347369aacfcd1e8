import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useDashboardData } from '#web/data/missions/queries.ts';

/** Does not change after the page has opened, because a form in use must not disappear. */
export function useIsLimited(): boolean {
  const left = useDashboardData()?.missions_left;
  const [first, setFirst] = useState(left);
  if (first === undefined && left !== undefined) setFirst(left);
  return first === 0;
}

export function PlanLimit() {
  const t = useT();
  return (
    <section aria-labelledby="plan-limit" className="grid gap-4 rounded-lg bg-star-soft p-5 text-star-ink sm:p-7">
      <h2 id="plan-limit" className="text-lg font-extrabold">
        {t('app.missions.limit.title')}
      </h2>
      <p>{t('app.missions.limit.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Link to="/pricing" className={button({ kind: 'flame', className: 'max-sm:w-full' })}>
          {t('app.missions.limit.upgrade')}
        </Link>
        <Link to="/dashboard" className={button({ kind: 'quiet', className: 'max-sm:w-full' })}>
          {t('start.common.back_to_dashboard')}
        </Link>
      </div>
    </section>
  );
}
