import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, type LucideIcon, Minus, Moon, Plane } from 'lucide-react';
import { useState } from 'react';
import type { Pause, Streak } from '#contract/streaks.ts';
import { dayOf } from '#domain/days.ts';
import { REST_DAYS_MAX } from '#domain/limits.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { button } from '#web/kit/button.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { FailedPart, LoadPart } from '#web/kit/load-part.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { cx } from '#web/lib/cx.ts';
import {
  type CalendarDay,
  type CalendarMonth,
  calendarMonths,
  findRun,
  type ShownState,
  streakText,
  type Week,
} from './ledger.ts';
import { Pauses, TakeBreak } from './pauses.tsx';
import { streakQuery } from './queries.ts';

/** Each state has its own label, colour and icon. */
const LOOKS: Record<ShownState, { label: string; look: string; Sign: LucideIcon | null }> = {
  checked: { label: 'Checked', look: 'bg-flame-hi text-dusk', Sign: Check },
  rest: { label: 'Rest day', look: 'bg-star-soft text-star-ink', Sign: Moon },
  excused: { label: 'Excused', look: 'bg-sky-soft text-ink', Sign: Plane },
  free: { label: 'Free day', look: 'bg-sunk text-ink-2', Sign: null },
  break: { label: 'On a break', look: 'bg-sunk text-ink-2 stitch', Sign: null },
  missed: { label: 'Missed', look: 'bg-sunk text-ink-2', Sign: Minus },
  open: { label: 'Open', look: 'text-ink-2 stitch', Sign: null },
};
const STATES = Object.keys(LOOKS) as ShownState[];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function Sign({ state }: { state: ShownState }) {
  const { Sign: Drawn } = LOOKS[state];
  return Drawn && <Drawn className="size-3" strokeWidth={3} aria-hidden />;
}

function Square({ entry, state, today }: { entry: CalendarDay; state: ShownState; today: boolean }) {
  return (
    <>
      <span
        className={cx(
          'mx-auto grid size-full max-h-11 max-w-11 place-items-center content-center rounded-sm font-display text-sm leading-none font-bold tabular',
          LOOKS[state].look,
          today && 'outline-2 outline-offset-1 outline-ink',
        )}
      >
        <span>{entry.date}</span>
        <Sign state={state} />
      </span>
      <span className="sr-only">{today ? `Today, ${LOOKS[state].label}` : LOOKS[state].label}</span>
    </>
  );
}

function Place({ week, index, today }: { week: Week; index: number; today: string | null }) {
  const entry = week[index];
  if (!entry) return <td className="h-11" />;
  const band = entry.carried && [
    'bg-star',
    !week[index - 1]?.carried && 'rounded-s-md',
    !week[index + 1]?.carried && 'rounded-e-md',
  ];
  return (
    <td className={cx('h-11 p-0.5', ...(band || []))}>
      {entry.state ? (
        <Square entry={entry} state={entry.state} today={entry.day === today} />
      ) : (
        <span className="grid h-full place-items-center text-sm text-ink-2 tabular">{entry.date}</span>
      )}
    </td>
  );
}

/** One month as a table, with a yellow band behind the days that carry the streak. */
function LedgerMonth({ month, today }: { month: CalendarMonth; today: string | null }) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-1 self-start">
      <caption className="mb-1 text-start font-display text-base font-extrabold">{month.name}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="pb-1 text-xs font-semibold text-ink-2">
              <span aria-hidden>{name[0]}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={week.find((entry) => entry)?.day}>
            {WEEKDAYS.map((name, index) => (
              <Place key={name} week={week} index={index} today={today} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayLedgerProps {
  /** The streak that the screen shows beside the button: the title asks about it. */
  streakDays: number;
  /** The streak in this mission alone. */
  missionId?: string;
  onClose: () => void;
}

/** The streak, shown day by day (docs/rules.md#streaks). */
export function DayLedger({ streakDays, missionId, onClose }: DayLedgerProps) {
  const query = useQuery(streakQuery(missionId));
  // The breaks so far, while another one is being taken.
  const [taking, setTaking] = useState<readonly Pause[] | null>(null);
  const ledger = (
    <Dialog title={`Why is my streak ${query.data?.streak_days ?? streakDays}?`} onClose={onClose} wide>
      <LoadPart
        query={query}
        loading={<LedgerSkeleton />}
        failed={
          <FailedPart
            query={query}
            text={detailOf(query.error, "We couldn't load your days")}
            button={{ kind: 'quiet' }}
            className="grid justify-items-start gap-4 py-6"
          />
        }
      >
        {(streak) => <Ledger streak={streak} onTakeBreak={setTaking} />}
      </LoadPart>
    </Dialog>
  );
  return (
    <>
      {ledger}
      {taking && query.data && (
        <TakeBreak pauses={taking} today={dayOf(new Date(), query.data.timezone)} onClose={() => setTaking(null)} />
      )}
    </>
  );
}

const ORDER = ['', 'sm:-order-1', 'sm:-order-2', 'sm:-order-3'];

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

interface LedgerProps {
  streak: Streak;
  onTakeBreak: (pauses: readonly Pause[]) => void;
}

function Ledger({ streak, onTakeBreak }: LedgerProps) {
  const run = findRun(streak);
  const months = calendarMonths(streak, run);
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
      <div className={cx('mt-6 grid gap-x-8 gap-y-7', months.length > 3 ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
        {months.map((month, i) => (
          <div key={month.first} className={cx('min-w-0', ORDER[i], month.blank && 'max-sm:hidden')}>
            <LedgerMonth month={month} today={today} />
          </div>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-4 text-ink-2 seam">
        <Legend hasFree={streak.days.some(({ state }) => state === 'free')} />
        <p className="text-sm">
          <Sentence
            text={`Your days end at midnight, ${cityOf(streak.timezone)} time. **${streak.rest_days} of ${REST_DAYS_MAX} rest days** saved up.`}
          />
        </p>
        <Link to="/insights" className={button({ kind: 'bare' })}>
          All your streaks
        </Link>
      </div>
      <Pauses today={today} onTake={onTakeBreak} />
    </>
  );
}

/** Text between two `**` is strong. */
function Sentence({ text }: { text: string }) {
  const parts = text.split('**').map((part, i) => ({ part, strong: i % 2 === 1 }));
  return <>{parts.map(({ part, strong }) => (strong ? <strong key={part}>{part}</strong> : part))} </>;
}

/** Free days are named where there are any: most people's missions ask for every day. */
function Legend({ hasFree }: { hasFree: boolean }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {STATES.filter((state) => state !== 'free' || hasFree).map((state) => (
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
        {ORDER.slice(1).map((month) => (
          <Skeleton key={month} className="h-85 rounded-md" />
        ))}
      </div>
    </>
  );
}
