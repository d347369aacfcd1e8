import { Link } from '@tanstack/react-router';
import { BookOpen, Footprints, MoonStar } from 'lucide-react';
import { button } from '#platform/web/kit/button.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { hasPastMission, type Past } from '#web/data/missions/today.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';

/** Template IDs, copied because the dashboard does not load the form. A test compares them. */
const STARTERS = [
  { idea: 'read', Icon: BookOpen, tone: 'bg-rose-soft text-rose' },
  { idea: 'walk', Icon: Footprints, tone: 'bg-pine-soft text-pine' },
  { idea: 'sleep', Icon: MoonStar, tone: 'bg-sky-soft text-sky' },
] as const;

/** For a user who never had a mission. */
function FirstMission() {
  const t = useT();
  return (
    <section aria-labelledby="no-missions" className="rounded-xl bg-card p-4 pb-5 shadow-card sm:p-6">
      <UnlitCampfire className="w-full" />
      <h3 id="no-missions" className="mt-4 text-xl font-extrabold">
        {t('app.dashboard.none.heading')}
      </h3>
      <p className="mt-1.5 text-sm text-ink-2">{t('app.dashboard.none.text')}</p>
      <Link to="/create-mission" className={button({ className: 'mt-4 w-full' })}>
        {t('app.dashboard.none.first')}
      </Link>
    </section>
  );
}

/** For a user who left every mission before its end. */
function NextMission() {
  const t = useT();
  return (
    <section aria-labelledby="no-missions" className="rounded-xl bg-card p-5 shadow-card sm:p-7">
      <h3 id="no-missions" className="text-xl font-extrabold">
        {t('app.dashboard.none.again')}
      </h3>
      <p className="mt-1.5 text-sm text-ink-2">{t('app.dashboard.none.again_text')}</p>
      <Link to="/create-mission" className={button({ className: 'mt-5 w-full' })}>
        {t('app.titles.create_mission')}
      </Link>
    </section>
  );
}

/** One next step, unless the band above has it, and three templates. */
export function NoMissions({ dashboard }: { dashboard: Past }) {
  const t = useT();
  const hasCompleted = dashboard.completed_missions.length > 0;
  const isNew = !hasPastMission(dashboard);
  return (
    <div className="max-w-xl">
      {!hasCompleted && (isNew ? <FirstMission /> : <NextMission />)}
      {isNew && <p className="mt-5 text-sm text-ink-2">{t('start.kit.what_it_is')}</p>}
      <h3 className={cx('mb-2.5 text-sm font-bold text-ink-2', !hasCompleted && 'mt-5')}>
        {t('app.dashboard.none.ideas')}
      </h3>
      <ul className="grid grid-cols-3 gap-2.5">
        {STARTERS.map(({ idea, Icon, tone }) => (
          <li key={idea}>
            <Link
              to="/create-mission"
              search={{ idea }}
              className="grid h-full grid-cols-1 content-start justify-items-start gap-2 rounded-lg bg-card p-3 shadow-card hover:bg-sunk"
            >
              <span className={cx('grid size-10 place-items-center rounded-full', tone)}>
                <Icon className="size-5" aria-hidden />
              </span>
              <strong className="font-display leading-snug wrap-anywhere">{t(`app.templates.${idea}.title`)}</strong>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-sm text-ink-2">{t('app.dashboard.none.link')}</p>
    </div>
  );
}
