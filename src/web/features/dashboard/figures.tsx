import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { button } from '#platform/web/kit/button.tsx';
import { count } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { usePlans } from '#web/data/site.ts';
import { LIMIT_ID, LimitNotice } from '#web/features/billing/public.ts';

/** From this many missions on, the upgrade link is here; before that it is in the account menu. */
const UPGRADE_FROM = 3;

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  // In narrow spaces each number is below its name.
  <div className="flex min-h-9 flex-wrap content-center items-center gap-x-1.5">
    <dt>{name}</dt>
    <dd className="font-display font-extrabold whitespace-nowrap text-ink">{children}</dd>
  </div>
);

/** Returns `4 (1 left)` on the free plan, `7 (unlimited)` on others, and only the number without plans. */
function missionsText(t: ScreenTranslate, total: number, left: number | null, plans: boolean): string {
  if (!plans) return count(total);
  return left === null
    ? t('app.dashboard.figures.unlimited', { total })
    : t('app.dashboard.figures.left', { total, left });
}

export function Figures({ dashboard: { stats, missions, missions_left } }: { dashboard: Dashboard }) {
  const t = useT();
  const plans = usePlans();
  if (missions.length === 0 && stats.points === 0) return null;
  return (
    <>
      <div className="mt-3 flex items-center gap-x-4 px-1 text-sm text-ink-2 tabular max-[26rem]:text-xs max-[15.5rem]:flex-wrap sm:gap-x-6 sm:px-5">
        <dl className="contents">
          <Figure name={t('app.dashboard.figures.level')}>{count(stats.level)}</Figure>
          <Figure name={t('app.dashboard.figures.points')}>{count(stats.points)}</Figure>
          <Figure name={t('app.dashboard.figures.missions')}>
            {missionsText(t, stats.total_missions, missions_left, plans)}
          </Figure>
        </dl>
        {plans && missions_left !== null && missions_left > 0 && missions.length >= UPGRADE_FROM && (
          <Link to="/pricing" className={button({ kind: 'bare', className: '-my-1 max-sm:-mx-2' })}>
            {t('app.frame.account.upgrade')}
          </Link>
        )}
      </div>
      {missions_left === 0 && (
        <div id={LIMIT_ID} className="mt-3">
          <LimitNotice />
        </div>
      )}
    </>
  );
}
