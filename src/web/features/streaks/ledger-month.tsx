import { Check, type LucideIcon, Minus, Moon, Plane } from 'lucide-react';
import { cx } from '#platform/web/lib/cx.ts';
import { longMonth, weekdayName } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { weekdaysInOrder } from '#platform/web/lib/week-start.ts';
import type { CalendarDay, CalendarMonth, Week } from './calendar-months.ts';
import type { ShownState } from './ledger.ts';

export const LOOKS: Record<ShownState, { look: string; Sign: LucideIcon | null }> = {
  checked: { look: 'bg-flame-hi text-dusk', Sign: Check },
  rest: { look: 'bg-star-soft text-star-ink', Sign: Moon },
  excused: { look: 'bg-sky-soft text-ink', Sign: Plane },
  free: { look: 'bg-sunk text-ink-2', Sign: null },
  break: { look: 'bg-sunk text-ink-2 stitch', Sign: null },
  missed: { look: 'bg-sunk text-ink-2', Sign: Minus },
  open: { look: 'text-ink-2 stitch', Sign: null },
};
const PLACES = [0, 1, 2, 3, 4, 5, 6];

export function Sign({ state }: { state: ShownState }) {
  const { Sign: Drawn } = LOOKS[state];
  return Drawn && <Drawn className="size-3" strokeWidth={3} aria-hidden />;
}

function Square({ entry, state, today }: { entry: CalendarDay; state: ShownState; today: boolean }) {
  const t = useT();
  const label = t(`app.streaks.states.${state}`);
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
      <span className="sr-only">{today ? t('app.streaks.states.today', { state: label }) : label}</span>
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

export function LedgerMonth({ month, today }: { month: CalendarMonth; today: string | null }) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-1 self-start">
      <caption className="mb-1 text-start font-display text-base font-extrabold">{longMonth(month.first)}</caption>
      <thead>
        <tr>
          {weekdaysInOrder().map((weekday) => (
            <th key={weekday} scope="col" className="pb-1 text-xs font-semibold text-ink-2">
              <span aria-hidden>{weekdayName(weekday, 'narrow')}</span>
              <span className="sr-only">{weekdayName(weekday, 'short')}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={week.find((entry) => entry)?.day}>
            {PLACES.map((place) => (
              <Place key={place} week={week} index={place} today={today} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
