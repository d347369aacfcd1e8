import { Link } from '@tanstack/react-router';
import { button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { habitName } from '#web/data/missions/own-habit.ts';
import { useDashboardData } from '#web/data/missions/queries.ts';
import { seeYou } from './next-day.ts';

/** Reserves its height while the dashboard loads. */
export function WayOn({ missionId }: { missionId: string }) {
  const t = useT();
  const dashboard = useDashboardData();
  if (!dashboard) return <div className="h-14" />;
  const next = dashboard.missions.find(({ needed_today, id }) => needed_today && id !== missionId);
  const until = seeYou(t, dashboard);
  if (!next)
    return (
      <p className="min-h-14 text-center font-display text-xl leading-tight font-extrabold text-dusk-star @2xl:text-start">
        <span>{t('app.checkins.done.day_done')}</span>
        {until && <span className="block font-sans text-sm font-semibold text-on-night-2">{until}</span>}
      </p>
    );
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId: next.id }}
      hash="checkin"
      className={button({ className: 'w-full min-w-0' })}
    >
      <span className="line-clamp-2 leading-tight wrap-anywhere">
        <span>{t('app.checkins.done.next', { title: habitName(next) })}</span>
        {next.own_habit && <span className="block text-xs font-semibold">{next.title}</span>}
      </span>
    </Link>
  );
}
