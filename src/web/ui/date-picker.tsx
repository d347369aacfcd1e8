import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { type LocalDay, laterDay } from '#domain/days.ts';
import { fullDay, longDay } from '#web/lib/format.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Control, describedBy, inputClass } from './field.tsx';
import { MonthGrid } from './month-grid.tsx';
import { addMonths, monthOf } from './months.ts';

interface DatePickerProps {
  id: string;
  label: string;
  value: LocalDay;
  /** The first day that can be chosen. */
  min: LocalDay;
  today: LocalDay;
  note?: string | undefined;
  error?: string | undefined;
  onChange: (day: LocalDay) => void;
}

const monthName = (month: string) => fullDay(`${month}-01`).replace(/^\d+ /, '');
/** The date in words; the year only where it is not this one. */
const inWords = (day: LocalDay, today: LocalDay) =>
  day.slice(0, 4) === today.slice(0, 4) ? longDay(day) : `${longDay(day)} ${day.slice(0, 4)}`;

/** A button that says the date in words and opens a month to choose from. */
export function DatePicker({ id, label, value, min, today, note, error, onChange }: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = (day: LocalDay) => {
    onChange(day);
    close();
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  return (
    <Control {...{ id, label, note, error }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears what bubbles from the controls inside */}
      <div
        ref={root}
        className="relative"
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return;
          event.stopPropagation();
          // A dialog round it stays open.
          event.preventDefault();
          close();
        }}
      >
        <button
          type="button"
          id={id}
          ref={button}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-invalid={!!error || undefined}
          aria-describedby={describedBy(id, { error, note })}
          aria-label={`${label}: ${inWords(value, today)}`}
          onClick={() => setOpen(!open)}
          className={cx(inputClass, 'flex h-13 cursor-pointer items-center justify-between gap-3 text-start')}
        >
          <span className="truncate">{inWords(value, today)}</span>
          <CalendarDays className="size-5 shrink-0 text-ink-2" aria-hidden />
        </button>
        {open && <Calendar {...{ label, value, min, today }} onSelect={choose} />}
      </div>
    </Control>
  );
}

type CalendarProps = Pick<DatePickerProps, 'label' | 'value' | 'min' | 'today'> & { onSelect: (day: LocalDay) => void };

function Calendar({ label, value, min, today, onSelect }: CalendarProps) {
  const [cursor, setCursor] = useState(laterDay(value, min));
  const [month, setMonth] = useState(monthOf(cursor));
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const move = (day: LocalDay) => {
    setCursor(day);
    setMonth(monthOf(day));
  };
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      className="absolute -inset-x-4 top-full z-20 mt-2 scroll-my-4 sm:inset-x-0 rounded-lg border-2 border-line bg-card p-3 shadow-card"
    >
      <div className="mb-1 flex items-center justify-between gap-2">
        <IconButton
          label="Previous month"
          disabled={month <= monthOf(min)}
          className="disabled:opacity-40"
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <ChevronLeft className="size-5 rtl:rotate-180" aria-hidden />
        </IconButton>
        <p id="calendar-month" aria-live="polite" className="font-display text-base font-extrabold">
          {monthName(month)}
        </p>
        <IconButton label="Next month" onClick={() => setMonth(addMonths(month, 1))}>
          <ChevronRight className="size-5 rtl:rotate-180" aria-hidden />
        </IconButton>
      </div>
      <MonthGrid
        {...{ month, cursor, today, min, onSelect }}
        labelledBy="calendar-month"
        selected={value}
        onMove={move}
      />
    </div>
  );
}
