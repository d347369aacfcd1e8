import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getStreak, type Streak } from '#contract/streaks.ts';
import { dayOf } from '#domain/days.ts';
import { REST_DAYS_MAX } from '#domain/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import * as keys from '#web/lib/query-keys.ts';
import { button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Flame } from '#web/ui/drawings/flame.tsx';
import { FailedPart, LoadPart } from '#web/ui/load-part.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { LedgerMonth, LOOKS, Sign, STATES } from './ledger-month.tsx';
import { findRun, streakText } from './ledger-text.ts';
import { calendarMonths } from './months.ts';

/** The day ledger over all missions, or in one. */
const streakQuery = (missionId?: string) =>
  queryOptions({
    queryKey: keys.streak(missionId ?? null),
    queryFn: ({ signal }): Promise<Streak> =>
      call(getStreak, { query: missionId === undefined ? {} : { mission_id: missionId }, signal }),
    // Fetched whenever it is opened: it has to agree with the number beside its button.
    staleTime: 0,
  });

interface DayLedgerProps {
  /** The streak that the screen shows beside the button: the title asks about it. */
  streakDays: number;
  /** The streak in this mission alone. */
  missionId?: string;
  onClose: () => void;
}

/** The streak, shown day by day (rules.md#streaks). */
export function DayLedger({ streakDays, missionId, onClose }: DayLedgerProps) {
  const query = useQuery(streakQuery(missionId));
  return (
    <Dialog title={`Why is my streak ${query.data?.streak_days ?? streakDays}?`} onClose={onClose} wide>
      <LoadPart
        query={query}
        loading={<LedgerSkeleton />}
        failed={
          <FailedPart
            query={query}
            text={detailOf(query.error, 'Failed to load your days')}
            button={{ kind: 'quiet' }}
            className="grid justify-items-start gap-4 py-6"
          />
        }
      >
        {(streak) => <Ledger streak={streak} />}
      </LoadPart>
    </Dialog>
  );
}

const ORDER = ['', 'sm:-order-1', 'sm:-order-2'];

function Ledger({ streak }: { streak: Streak }) {
  const run = findRun(streak);
  const months = calendarMonths(streak.days, run);
  const today = dayOf(new Date(), streak.timezone);
  return (
    <>
      <div className="mt-3 flex max-w-2xl gap-3 leading-relaxed">
        <Flame className="mt-0.5 h-9 w-auto shrink-0" lit={streak.streak_days > 0} />
        <p>
          {streakText(streak).map((sentence) => (
            <Sentence key={sentence} text={sentence} />
          ))}
        </p>
      </div>
      {/* Phones read the newest month first and leave out those before the first check-in; wide screens from left to right. */}
      <div className="mt-6 grid gap-x-8 gap-y-7 sm:grid-cols-3">
        {months.map((month, i) => (
          <div key={month.first} className={cx('min-w-0', ORDER[i], month.blank && 'max-sm:hidden')}>
            <LedgerMonth month={month} today={today} />
          </div>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-4 text-ink-2 seam">
        <Legend />
        <p className="text-sm">
          Days follow {streak.timezone.replaceAll('_', ' ')}.{' '}
          <strong className="text-ink">
            {streak.rest_days} of {REST_DAYS_MAX} rest days
          </strong>{' '}
          in your pocket.
        </p>
        <Link to="/insights" className={button({ kind: 'bare' })}>
          All your streaks
        </Link>
      </div>
    </>
  );
}

/** Text between two `**` is strong. */
function Sentence({ text }: { text: string }) {
  const parts = text.split('**').map((part, i) => ({ part, strong: i % 2 === 1 }));
  return <>{parts.map(({ part, strong }) => (strong ? <strong key={part}>{part}</strong> : part))} </>;
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {STATES.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <span className={cx('grid size-6 place-items-center rounded-sm', LOOKS[state].look)}>
            <Sign state={state} />
          </span>
          {LOOKS[state].label}
        </li>
      ))}
    </ul>
  );
}

function LedgerSkeleton() {
  return (
    <>
      <Loading label="Loading your days..." />
      <Skeleton className="mt-4 h-14 w-full max-w-2xl" />
      <div className="mt-6 grid gap-8 sm:grid-cols-3">
        {ORDER.map((month) => (
          <Skeleton key={month} className="h-85 rounded-md" />
        ))}
      </div>
    </>
  );
}
