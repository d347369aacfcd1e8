import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { wallClock } from '#domain/zones.ts';
import { count, longDay } from '#web/lib/format.ts';
import { cx } from '#web/ui/cx.ts';
import { Flame } from '#web/ui/drawings/flame.tsx';
import { Star } from '#web/ui/drawings/star.tsx';
import { countToday, todaySentence } from './today.ts';

interface TodayBandProps {
  /** Undefined while the data is loading: then the same boxes are empty, so that nothing moves. */
  shown?: { dashboard: Dashboard; name: string; zone: string; onStreak: () => void } | undefined;
}

const hourNow = (zone: string): number => Math.floor(wallClock(new Date(), zone) / HOUR_MS) % 24;
const SHADOW = 'breathe block rounded-sm bg-on-night opacity-15';

/** Today at a glance: what is still open, and the four figures. The streak opens the day ledger. */
export function TodayBand({ shown }: TodayBandProps) {
  const dashboard = shown?.dashboard;
  return (
    <section
      className="relative isolate grid gap-6 overflow-hidden rounded-xl bg-night p-6 text-on-night sm:p-8 lg:grid-cols-[1fr_auto] lg:items-end"
      aria-labelledby="today"
    >
      <span aria-hidden className="pointer-events-none absolute inset-2 -z-10 rounded-[24px] text-star stitch" />
      <div className="min-w-0">
        <p className="min-h-[1.5em] font-semibold text-on-night-2">
          {dashboard ? longDay(dashboard.today) : <span aria-hidden className={`${SHADOW} h-6 w-48`} />}
        </p>
        <h1
          id="today"
          className="mt-2 text-2xl font-extrabold wrap-anywhere max-sm:min-h-[2lh] max-sm:content-center sm:text-3xl"
        >
          {shown ? (
            todaySentence(shown.name, shown.dashboard, hourNow(shown.zone))
          ) : (
            <>
              <span className="sr-only">Dashboard</span>
              <span aria-hidden className={`${SHADOW} h-[1lh] w-72 max-w-full`} />
            </>
          )}
        </h1>
        {dashboard ? (
          <Counter dashboard={dashboard} />
        ) : (
          <span aria-hidden className={`${SHADOW} mt-3 h-[1.5em] w-56 sm:h-7`} />
        )}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:flex sm:gap-9">
        <Figures shown={shown} />
      </dl>
    </section>
  );
}

const FLAMES_MAX = 12;
/** The look of an unlit flame: grey and still. */
const ASH = 'opacity-35 saturate-0 [&_path]:animate-none!';

function Counter({ dashboard }: { dashboard: Dashboard }) {
  const { done, total } = countToday(dashboard);
  if (total === 0) return null;
  const flames = Array.from({ length: total <= FLAMES_MAX ? total : 1 }, (_, i) => ({
    place: i,
    lit: i >= total - done,
  }));
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-on-night-2 tabular">
      <span aria-hidden className="flex flex-wrap gap-1 sm:gap-1.5">
        {flames.map(({ place, lit }) => (
          <Flame key={place} className={cx('h-6 w-auto sm:h-7', !lit && ASH)} />
        ))}
      </span>
      {done} of {total} checked in today
    </p>
  );
}

function Figures({ shown }: TodayBandProps) {
  if (!shown)
    return ['Level', 'Points', 'Streak (days)', 'Missions'].map((name) => (
      <Figure key={name} name={name}>
        <span aria-hidden className={`${SHADOW} h-8 w-16`} />
      </Figure>
    ));
  const { stats, missions_left } = shown.dashboard;
  const streak = stats.streak_days;
  return (
    <>
      <Figure name="Level">{count(stats.level)}</Figure>
      <Figure name="Points">
        <Star className="size-6" />
        {count(stats.points)}
      </Figure>
      <Figure name="Streak (days)">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${count(streak)} ${streak === 1 ? 'day' : 'days'} streak, why?`}
          onClick={shown.onStreak}
          className="-m-2 inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-sm p-2 underline decoration-star decoration-2 decoration-dashed underline-offset-6 hover:decoration-solid"
        >
          <Flame className={cx('h-6 w-auto', streak === 0 && ASH)} />
          {count(streak)}
        </button>
      </Figure>
      <Figure name="Missions">
        {count(stats.total_missions)}
        <span className="ms-1 rounded-full bg-dusk-star px-2 py-0.5 font-sans text-xs font-bold text-dusk">
          {missions_left === null ? 'unlimited' : `${missions_left} left`}
        </span>
      </Figure>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-0.5">
      <dt className="text-sm text-on-night-2">{name}</dt>
      <dd className="flex h-9 items-center gap-1.5 font-display text-2xl font-extrabold tabular">{children}</dd>
    </div>
  );
}
