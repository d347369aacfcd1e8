import { CalendarDays } from 'lucide-react';
import { Suspense } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { fullLongDay, longDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';
import type { CalendarProps } from './calendar.tsx';
import { Control, describedBy, inputClass } from './field.tsx';
import { usePopover } from './popover.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

interface DatePickerProps extends Omit<CalendarProps, 'onSelect'> {
  id: string;
  /** Empty until the user chooses a day. */
  value: string;
  note?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (day: string) => void;
}

/* If the calendar's file fails to load, the form must survive. The browser's own date field then replaces it. */
const Calendar = lazyPart(() => import('./calendar.tsx').catch(() => ({ default: PlainDateField })), 'default');

function PlainDateField({ label, value, min, onSelect }: CalendarProps) {
  return (
    <input
      type="date"
      aria-label={label}
      defaultValue={value}
      min={min}
      onChange={(event) => event.target.validity.valid && event.target.value && onSelect(event.target.value)}
      className={cx(inputClass, 'h-13')}
    />
  );
}

function CalendarSkeleton() {
  const t = useT();
  return (
    <div>
      <Loading label={t('app.kit.calendar.loading')} />
      <Skeleton className="h-81 rounded-md" />
    </div>
  );
}

/** Formats the date, with the year only if it is not the current year. */
const inWords = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? longDay(day) : fullLongDay(day);

/** Renders a button with the date in words that opens a month to choose from. */
export function DatePicker({ id, label, value, min, today, note, error, disabled = false, onChange }: DatePickerProps) {
  const t = useT();
  const popover = usePopover();
  const words = value === '' ? t('problems.date') : inWords(value, today);
  const select = (day: string) => {
    onChange(day);
    popover.close();
  };
  return (
    <Control {...{ id, label, note, error }}>
      <div ref={popover.root} className="relative">
        <button
          type="button"
          id={id}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-invalid={!!error || undefined}
          aria-describedby={describedBy(id, { error, note })}
          aria-label={t('app.kit.calendar.chosen', { label, day: words })}
          {...popover.opener}
          className={cx(inputClass, 'flex h-13 cursor-pointer items-center justify-between gap-3 text-start')}
        >
          <span className="truncate">{words}</span>
          <CalendarDays className="size-5 shrink-0 text-ink-2" aria-hidden />
        </button>
        {popover.open && (
          <div
            role="dialog"
            aria-label={label}
            className="absolute -inset-x-4 top-full z-20 mt-2 rounded-lg border-2 border-line bg-card p-3 shadow-card sm:inset-x-0"
          >
            <Suspense fallback={<CalendarSkeleton />}>
              <Calendar {...{ label, value, min, today }} onSelect={select} />
            </Suspense>
          </div>
        )}
      </div>
    </Control>
  );
}
