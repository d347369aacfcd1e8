import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { count } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { countToday, isNewUser, todaySentence } from '#web/data/missions/today.ts';
import { Flame } from '#web/drawings/flame.tsx';

const hourNow = (zone: string): number => Math.floor(wallClock(new Date(), zone) / HOUR_MS) % 24;

const ASH = 'opacity-35 saturate-0 [&_path]:animate-none!';
const SHADOW = 'breathe block rounded-sm bg-on-night opacity-15';

interface ShownDay {
  dashboard: Dashboard;
  name: string;
  zone: string;
  onStreak: () => void;
}

interface TodayBandProps {
  shown?: ShownDay | undefined;
  wordless?: boolean;
  /** The fire to show when everything is done. */
  fire?: ReactNode;
}

const BAND =
  'flex flex-wrap items-end justify-between gap-x-6 gap-y-1 rounded-xl bg-night p-5 text-on-night forced-color-adjust-none max-sm:pb-2 sm:px-8 sm:py-6';

/**
 * While loading, the same boxes are empty, so nothing moves and the heading keeps the focus. New users see only a
 * greeting. `wordless` renders no text, for a page that serves every language.
 */
export function TodayBand({ shown, wordless = false, fire }: TodayBandProps) {
  const t = useT();
  const begins = shown !== undefined && isNewUser(shown.dashboard);
  const words = (
    <>
      <div className="min-w-0">
        <h1
          id="today"
          className={cx(
            'text-2xl font-extrabold text-balance wrap-anywhere',
            begins ? 'mt-1 sm:text-3xl' : 'max-sm:min-h-[2lh] max-sm:content-center',
          )}
        >
          {shown ? (
            todaySentence(t, shown.name, shown.dashboard, hourNow(shown.zone))
          ) : (
            <>
              {!wordless && <span className="sr-only">{t('app.titles.dashboard')}</span>}
              <span aria-hidden className={`${SHADOW} h-[1lh] w-72 max-w-full`} />
            </>
          )}
        </h1>
        {shown && !begins && <Counter dashboard={shown.dashboard} />}
        {!shown && <span aria-hidden className={`${SHADOW} mt-2.5 h-6 w-56`} />}
      </div>
      {shown && !begins && <Streak days={shown.dashboard.stats.streak_days} onPress={shown.onStreak} />}
      {!shown && <span aria-hidden className={`${SHADOW} h-9 w-36`} />}
    </>
  );
  if (fire)
    return (
      <section
        aria-labelledby="today"
        className="@container relative isolate overflow-hidden rounded-xl bg-dusk text-on-night forced-color-adjust-none"
      >
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 p-5 max-sm:relative max-sm:z-1 max-sm:pb-0 sm:px-8 sm:py-6 @2xl:me-[46%]">
          {words}
        </div>
        {/* On phones the text is in the sky of the scene. */}
        <div className="max-sm:-mt-20 @2xl:me-[46%]">{fire}</div>
      </section>
    );
  return (
    <section aria-labelledby="today" className={begins ? undefined : BAND}>
      {words}
    </section>
  );
}

function Streak({ days, onPress }: { days: number; onPress: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('app.dashboard.streak.why', { days })}
      onClick={onPress}
      className="-my-1 flex min-h-11 cursor-pointer items-center gap-2 text-sm text-on-night-2"
    >
      <Flame className={cx('h-7 w-auto', days === 0 && ASH)} />
      <span className="font-display text-2xl font-extrabold text-on-night underline decoration-dusk-star decoration-2 decoration-dashed underline-offset-6 tabular">
        {count(days)}
      </span>
      {t('app.dashboard.streak.label')}
    </button>
  );
}

const FLAMES_MAX = 12;

function Counter({ dashboard }: { dashboard: Dashboard }) {
  const t = useT();
  const { done, total } = countToday(dashboard);
  if (total === 0) return null;
  const flames = Array.from({ length: total <= FLAMES_MAX ? total : 1 }, (_, i) => ({ place: i, lit: i < done }));
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-on-night-2 tabular">
      <span aria-hidden className="flex flex-wrap gap-1">
        {flames.map(({ place, lit }) => (
          <Flame key={place} className={cx('h-6 w-auto', !lit && ASH)} />
        ))}
      </span>
      {t('app.dashboard.today.checked_in', { done, total })}
    </p>
  );
}
