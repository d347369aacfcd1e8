import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Streak } from '#contract/streaks.ts';
import { dayOf } from '#domain/days.ts';
import { REST_DAYS_MAX } from '#domain/limits.ts';
import { button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { FailedPart, LoadPart } from '#platform/web/kit/load-part.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { detailOf } from '#platform/web/lib/api/api-error.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { firstWeekday } from '#platform/web/lib/week-start.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { calendarMonths } from './calendar-months.ts';
import { findRun, type ShownState } from './ledger.ts';
import { LedgerMonth, LOOKS, Sign } from './ledger-month.tsx';
import { Pauses } from './pauses.tsx';
import { streakQuery } from './queries.ts';
import { streakText } from './streak-text.tsx';
import { TakePause } from './take-pause.tsx';

const STATES = Object.keys(LOOKS) as ShownState[];

interface DayLedgerProps {
  /** The streak next to the button that opened this; shown until the ledger has loaded. */
  streakDays: number;
  onClose: () => void;
}

/** Explains the streak day by day (docs/rules.md#streaks). */
export function DayLedger({ streakDays, onClose }: DayLedgerProps) {
  const t = useT();
  const query = useQuery(streakQuery());
  const [taking, setTaking] = useState(false);
  const ledger = (
    <Dialog
      title={t('app.streaks.ledger.title', { days: query.data?.streak_days ?? streakDays })}
      onClose={onClose}
      wide
    >
      <LoadPart
        query={query}
        loading={<LedgerSkeleton />}
        failed={
          <FailedPart
            query={query}
            text={detailOf(query.error, t('app.streaks.ledger.failed'))}
            button={{ kind: 'quiet' }}
            className="grid justify-items-start gap-4 py-6"
          />
        }
      >
        {(streak) => <Ledger streak={streak} onTakePause={() => setTaking(true)} />}
      </LoadPart>
    </Dialog>
  );
  return (
    <>
      {ledger}
      {taking && <TakePause onClose={() => setTaking(false)} />}
    </>
  );
}

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

interface LedgerProps {
  streak: Streak;
  onTakePause: () => void;
}

function Ledger({ streak, onTakePause }: LedgerProps) {
  const t = useT();
  const run = findRun(streak);
  const months = calendarMonths(streak, run, firstWeekday());
  const today = dayOf(new Date(), streak.timezone);
  return (
    <>
      <div className="mt-3 flex max-w-2xl gap-3 leading-relaxed">
        <Flame className="mt-0.5 h-9 w-auto shrink-0" lit={streak.streak_days > 0} />
        <p>{streakText(t, streak)}</p>
      </div>
      {/* Newest month first, without months before the first check-in. */}
      <div className={cx('mt-6 grid gap-x-8 gap-y-7', months.length > 3 ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
        {months.map((month) => (
          <div key={month.first} className="min-w-0">
            <LedgerMonth month={month} today={today} />
          </div>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-4 text-ink-2 seam">
        <Legend hasFree={streak.days.some(({ state }) => state === 'free')} />
        <p className="text-sm">
          {t.rich('app.streaks.ledger.midnight', {
            city: cityOf(streak.timezone),
            held: streak.rest_days,
            max: REST_DAYS_MAX,
            b: within('strong'),
          })}
        </p>
        <Link to="/insights" className={button({ kind: 'bare' })}>
          {t('app.streaks.ledger.all')}
        </Link>
      </div>
      <Pauses today={today} onTake={onTakePause} />
    </>
  );
}

/** Explains free days only if there are any, because most missions are daily. */
function Legend({ hasFree }: { hasFree: boolean }) {
  const t = useT();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {STATES.filter((state) => state !== 'free' || hasFree).map((state) => (
        <li key={state} className="flex items-center gap-2">
          <span className={cx('grid size-6 place-items-center rounded-sm', LOOKS[state].look)}>
            <Sign state={state} />
          </span>
          {t(`app.streaks.states.${state}`)}
        </li>
      ))}
    </ul>
  );
}

function LedgerSkeleton() {
  const t = useT();
  return (
    <>
      <Loading label={t('app.streaks.ledger.loading')} />
      <Skeleton className="mt-4 h-14 w-full max-w-2xl" />
      <div className="mt-6 grid gap-8 sm:grid-cols-3">
        {['newest', 'middle', 'oldest'].map((month) => (
          <Skeleton key={month} className="h-85 rounded-md" />
        ))}
      </div>
    </>
  );
}
