import type { ReactNode } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { wallClock } from '#domain/zones.ts';
import { countToday, isBeginning, isNewcomer, nextMission, todaySentence } from '#web/data/missions/today.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { cx } from '#web/lib/cx.ts';
import { longDay } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { ASH, Figures, SHADOW, type ShownDay, type TodayBandProps } from './figures.tsx';
import { CheckInLink } from './mission-card.tsx';
import { CardPatch, StreakLine } from './mission-facts.tsx';

const hourNow = (zone: string): number => Math.floor(wallClock(new Date(), zone) / HOUR_MS) % 24;
const NEXT = 'mt-4 grid grid-cols-[4rem_1fr] items-center gap-x-3.5 gap-y-3 sm:hidden';

/**
 * Today at a glance: what is still open, and the four figures. The streak opens the day ledger. On phones the next
 * check-in comes before the figures, without the day and the frame. Somebody who is about to begin is only greeted.
 */
export function TodayBand({ shown }: TodayBandProps) {
  const dashboard = shown?.dashboard;
  const begins = dashboard !== undefined && isBeginning(dashboard);
  return (
    <section
      className={cx(
        !begins &&
          'relative isolate grid grid-cols-1 gap-4 overflow-hidden rounded-xl bg-night p-5 text-on-night sm:gap-6 sm:p-8 lg:grid-cols-[1fr_auto] lg:items-end',
      )}
      aria-labelledby="today"
    >
      {!begins && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-2 -z-10 rounded-[24px] text-star stitch max-sm:hidden"
        />
      )}
      <div className="min-w-0">
        {!begins && (
          <p className="min-h-[1.5em] font-semibold text-on-night-2 max-sm:hidden">
            {dashboard ? longDay(dashboard.today) : <span aria-hidden className={`${SHADOW} h-6 w-48`} />}
          </p>
        )}
        <h1
          id="today"
          className={cx(
            'text-2xl font-extrabold text-balance wrap-anywhere sm:text-3xl',
            begins ? 'mt-1' : 'max-sm:min-h-[2lh] max-sm:content-center sm:mt-2',
          )}
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
        {shown ? <Progress {...shown} /> : <ProgressShadow />}
      </div>
      {(!dashboard || !isNewcomer(dashboard)) && <Figures shown={shown} />}
    </section>
  );
}

/** How much of today is done and, on phones, what is next. */
function Progress({ dashboard, yesterday }: Pick<ShownDay, 'dashboard' | 'yesterday'>) {
  const phone = usePhone();
  const next = nextMission(dashboard);
  return (
    <>
      <Counter dashboard={dashboard} />
      {phone && next && <NextCheckin mission={next} yesterday={yesterday} />}
    </>
  );
}

const ProgressShadow = () => (
  <>
    <span aria-hidden className={`${SHADOW} mt-2.5 h-6 w-56 sm:mt-3 sm:h-7`} />
    <div aria-hidden className={NEXT}>
      <span className={`${SHADOW} size-16 rounded-full!`} />
      <span className="grid gap-2">
        <span className={`${SHADOW} h-5 w-4/5`} />
        <span className={`${SHADOW} h-5 w-28`} />
      </span>
      <span className={`${SHADOW} col-span-2 h-12 rounded-md`} />
    </div>
  </>
);

const FLAMES_MAX = 12;

function Counter({ dashboard }: { dashboard: Dashboard }) {
  const { done, total } = countToday(dashboard);
  if (total === 0) return null;
  const flames = Array.from({ length: total <= FLAMES_MAX ? total : 1 }, (_, i) => ({
    place: i,
    lit: i >= total - done,
  }));
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-on-night-2 tabular sm:mt-3 sm:text-base">
      <span aria-hidden className="flex flex-wrap gap-1 sm:gap-1.5">
        {flames.map(({ place, lit }) => (
          <Flame key={place} className={cx('h-6 w-auto sm:h-7', !lit && ASH)} />
        ))}
      </span>
      {`${done} of ${total} checked in today`}
    </p>
  );
}

/** The mission to check in to next, with the button in the main colour if it needs that. */
function NextCheckin({ mission, yesterday }: { mission: DashboardMission; yesterday: ReactNode }) {
  return (
    <div className={cx(NEXT, '[--line:#6b4d80]')}>
      <CardPatch mission={mission} size={64} />
      <div className="min-w-0">
        <p className="line-clamp-2 font-display text-lg leading-tight font-extrabold wrap-anywhere">{mission.title}</p>
        <StreakLine days={mission.streak_days} className="mt-1 text-on-night-2" />
      </div>
      {yesterday && <div className="col-span-2">{yesterday}</div>}
      <CheckInLink mission={mission} kind={mission.needed_today ? 'flame' : 'dusk'} className="col-span-2" />
    </div>
  );
}
