import { Check, type LucideIcon, Minus, Moon, Plane } from 'lucide-react';
import { cx } from '#web/lib/cx.ts';
import type { CalendarDay, CalendarMonth, Week } from './calendar-months.ts';
import type { ShownState } from './ledger.ts';

/** Each state has its own label, colour and icon. */
export const LOOKS: Record<ShownState, { label: string; look: string; Sign: LucideIcon | null }> = {
  checked: { label: 'Checked', look: 'bg-flame-hi text-dusk', Sign: Check },
  rest: { label: 'Rest day', look: 'bg-star-soft text-star-ink', Sign: Moon },
  excused: { label: 'Excused', look: 'bg-sky-soft text-ink', Sign: Plane },
  free: { label: 'Free day', look: 'bg-sunk text-ink-2', Sign: null },
  break: { label: 'On a break', look: 'bg-sunk text-ink-2 stitch', Sign: null },
  missed: { label: 'Missed', look: 'bg-sunk text-ink-2', Sign: Minus },
  open: { label: 'Open', look: 'text-ink-2 stitch', Sign: null },
};
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function Sign({ state }: { state: ShownState }) {
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
export function LedgerMonth({ month, today }: { month: CalendarMonth; today: string | null }) {
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
