import type { Dashboard } from '#contract/dashboard.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { wallClock } from '#domain/zones.ts';
import { countToday, isBeginning, todaySentence } from '#web/data/missions/today.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { cx } from '#web/lib/cx.ts';
import { count } from '#web/lib/format.ts';

const hourNow = (zone: string): number => Math.floor(wallClock(new Date(), zone) / HOUR_MS) % 24;

/** The look of an unlit flame: grey and still. */
const ASH = 'opacity-35 saturate-0 [&_path]:animate-none!';
const SHADOW = 'breathe block rounded-sm bg-on-night opacity-15';

/** The user's today, as the band shows it. */
interface ShownDay {
  dashboard: Dashboard;
  name: string;
  zone: string;
  onStreak: () => void;
}

/** The band while its data is loading: the same boxes, empty, so that nothing moves. */
const Shadow = () => (
  <>
    <div className="min-w-0">
      <h1 id="today" className="text-2xl font-extrabold">
        <span className="sr-only">Dashboard</span>
        <span aria-hidden className={`${SHADOW} h-[1lh] w-72 max-w-full`} />
      </h1>
      <span aria-hidden className={`${SHADOW} mt-2.5 h-6 w-56`} />
    </div>
    <span aria-hidden className={`${SHADOW} h-9 w-36`} />
  </>
);

/** What today asks, how far it is, and the streak, which opens the day ledger. Who is about to begin is only greeted. */
export function TodayBand({ shown }: { shown?: ShownDay | undefined }) {
  if (shown && isBeginning(shown.dashboard))
    return (
      <section aria-labelledby="today">
        <h1 id="today" className="mt-1 text-2xl font-extrabold text-balance wrap-anywhere sm:text-3xl">
          {todaySentence(shown.name, shown.dashboard, hourNow(shown.zone))}
        </h1>
      </section>
    );
  return (
    <section
      aria-labelledby="today"
      className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 rounded-xl bg-night p-5 text-on-night forced-color-adjust-none max-sm:pb-3 sm:px-8 sm:py-6"
    >
      {shown ? <Content {...shown} /> : <Shadow />}
    </section>
  );
}

function Content({ dashboard, name, zone, onStreak }: ShownDay) {
  const { streak_days } = dashboard.stats;
  return (
    <>
      <div className="min-w-0">
        <h1 id="today" className="text-2xl font-extrabold text-balance wrap-anywhere">
          {todaySentence(name, dashboard, hourNow(zone))}
        </h1>
        <Counter dashboard={dashboard} />
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${count(streak_days)}-day streak, why?`}
        onClick={onStreak}
        className="-my-1 flex min-h-11 cursor-pointer items-center gap-2 text-sm text-on-night-2"
      >
        <Flame className={cx('h-7 w-auto', streak_days === 0 && ASH)} />
        <span className="font-display text-2xl font-extrabold text-on-night underline decoration-dusk-star decoration-2 decoration-dashed underline-offset-6 tabular">
          {count(streak_days)}
        </span>
        Streak (days)
      </button>
    </>
  );
}

const FLAMES_MAX = 12;

function Counter({ dashboard }: { dashboard: Dashboard }) {
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
      {`${done} of ${total} checked in today`}
    </p>
  );
}
