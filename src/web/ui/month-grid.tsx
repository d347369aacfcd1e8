import { type KeyboardEvent, useEffect, useRef } from 'react';
import { addDays, type LocalDay, laterDay, weekdayOf } from '#domain/days.ts';
import { fullDay, longDay } from '#web/lib/format.ts';
import { cx } from './cx.ts';
import { type Month, monthOf, moveByMonths, weeksOf } from './months.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface MonthGridProps {
  month: Month;
  /** Id of the element that names the month. */
  labelledBy: string;
  /** The day that the keyboard stands on. */
  cursor: LocalDay;
  selected: LocalDay;
  today: LocalDay;
  min: LocalDay;
  onMove: (day: LocalDay) => void;
  onSelect: (day: LocalDay) => void;
}

/** Where a key leads from `day`, or null when it means nothing here. */
function dayByKey(key: string, day: LocalDay): LocalDay | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return moveByMonths(day, -1);
    case 'PageDown':
      return moveByMonths(day, 1);
    default:
      return null;
  }
}

/** A month of days to choose from. One stop for Tab; arrows, Home, End and the page keys move inside. */
export function MonthGrid(props: MonthGridProps) {
  const { month, labelledBy, cursor, selected, today, min, onMove, onSelect } = props;
  const grid = useRef<HTMLTableElement>(null);
  const follow = useRef(true);

  useEffect(() => {
    // Turning the page with its buttons leaves the focus on them.
    if (follow.current) grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
    follow.current = false;
  }, [cursor]);

  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayByKey(event.key, cursor);
    if (day === null) return;
    event.preventDefault();
    follow.current = true;
    onMove(laterDay(day, min));
  };
  // Somewhere in the shown month Tab must find a day.
  const stop = monthOf(cursor) === month ? cursor : laterDay(`${month}-01`, min);

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a calendar is a table whose cells take the focus
    <table ref={grid} role="grid" aria-labelledby={labelledBy} onKeyDown={onKeyDown} className="w-full table-fixed">
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name} className="h-9 text-xs font-semibold text-ink-2">
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, weekday) => (
              <td key={WEEKDAYS[weekday]} className="p-0.5 text-center">
                {day && (
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === stop ? 0 : -1}
                    disabled={day < min}
                    aria-pressed={day === selected}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={`${longDay(day)} ${fullDay(day).slice(-4)}`}
                    onClick={() => onSelect(day)}
                    className={cx(
                      'inline-grid h-11 w-full max-w-12 cursor-pointer place-items-center rounded-md text-sm font-semibold tabular disabled:cursor-default disabled:text-ink-2 disabled:opacity-45',
                      day === selected ? 'bg-flame text-on-flame' : 'enabled:hover:bg-sunk',
                      day === today && day !== selected && 'text-flame stitch',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
