import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import {
  type ChevronProps,
  DayButton,
  type DayButtonProps,
  DayPicker,
  type NextMonthButtonProps,
  type PreviousMonthButtonProps,
} from 'react-day-picker';
import { cx } from '#platform/web/lib/cx.ts';
import { fullLongDay, longMonthYear, weekdayColumn, weekdayName } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { firstWeekday } from '#platform/web/lib/week-start.ts';
import { IconButton } from './button.tsx';

/* The calendar's library uses `Date`; the rest of the app uses text such as `2026-11-03`. Only this file converts. */

const later = (one: string, other: string): string => (one > other ? one : other);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the start of `day` in this device's time zone. */
export function toLocalDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** Returns the day of `date` in this device's time zone. */
export const toLocalDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

export interface CalendarProps {
  label: string;
  value: string;
  min: string;
  today: string;
  onSelect: (day: string) => void;
}

function MonthButton({ 'aria-label': label = '', ...button }: PreviousMonthButtonProps | NextMonthButtonProps) {
  return <IconButton {...button} label={label} className="aria-disabled:opacity-40" />;
}

function Chevron({ orientation }: ChevronProps) {
  const Arrow = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Arrow className="size-5" aria-hidden />;
}

function Day(props: DayButtonProps) {
  const { selected, today } = props.modifiers;
  return (
    <DayButton
      {...props}
      aria-pressed={!!selected}
      aria-current={today ? 'date' : undefined}
      className={cx(
        'inline-grid h-11 w-full max-w-12 cursor-pointer place-items-center rounded-md text-sm font-semibold tabular disabled:cursor-default disabled:text-ink-2 disabled:opacity-45',
        selected ? 'bg-flame text-on-flame' : 'enabled:hover:bg-sunk',
        today && !selected && 'text-flame stitch',
      )}
    />
  );
}

const LOOKS = {
  month: 'grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-1',
  month_caption: 'text-center font-display text-base font-extrabold',
  month_grid: 'col-span-3 w-full table-fixed',
  weekday: 'h-9 text-xs font-semibold text-ink-2',
  day: 'p-0.5 text-center',
};
const PARTS = { PreviousMonthButton: MonthButton, NextMonthButton: MonthButton, Chevron, DayButton: Day };
/** English keeps the library's names, and its Monday first. */
const namesIn = (t: ScreenTranslate) =>
  t.language.tag === 'en'
    ? {}
    : {
        formatCaption: (month: Date) => longMonthYear(toLocalDay(month)),
        formatWeekdayName: (day: Date) => weekdayColumn((day.getDay() + 6) % 7),
      };
const labelsIn = (t: ScreenTranslate) => ({
  ...(t.language.tag !== 'en' && {
    labelGrid: (month: Date) => longMonthYear(toLocalDay(month)),
    labelWeekday: (day: Date) => weekdayName((day.getDay() + 6) % 7),
  }),
  labelPrevious: () => t('app.kit.calendar.previous'),
  labelNext: () => t('app.kit.calendar.next'),
  labelDayButton: (date: Date) => fullLongDay(toLocalDay(date)),
});

/** Renders a month of days to choose from. date-picker.tsx loads it with its library when it first opens. */
export default function Calendar({ value, min, today, onSelect }: CalendarProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  // A key press stops at the first day. The library clamps with `max` too, but only to the first month. It would then
  // search for a selectable day, find none and not move.
  const stopAtFirst = useMemo(
    () => ({ max: (dates: Date[]) => toLocalDate(dates.map(toLocalDay).reduce(later, min)) }),
    [min],
  );
  return (
    <div ref={frame} className="scroll-my-8">
      <DayPicker
        autoFocus
        required
        mode="single"
        navLayout="around"
        weekStartsOn={((firstWeekday() + 1) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6}
        dir={t.language.direction}
        formatters={namesIn(t)}
        selected={value === '' ? undefined : toLocalDate(value)}
        onSelect={(date) => onSelect(toLocalDay(date))}
        today={toLocalDate(today)}
        defaultMonth={toLocalDate(later(value, min))}
        startMonth={toLocalDate(min)}
        disabled={{ before: toLocalDate(min) }}
        dateLib={stopAtFirst}
        classNames={LOOKS}
        components={PARTS}
        labels={labelsIn(t)}
      />
    </div>
  );
}
