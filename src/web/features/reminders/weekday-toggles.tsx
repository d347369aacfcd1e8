import { WEEKDAYS, type Weekday } from '#domain/schedule.ts';
import { weekdayColumn, weekdayName } from '#platform/web/lib/format.ts';
import { weekdaysInOrder } from '#platform/web/lib/week-start.ts';

interface WeekdayTogglesProps {
  label: string;
  describedBy?: string;
  days: readonly Weekday[];
  disabled?: boolean;
  onChange: (days: Weekday[]) => void;
}

/** Seven weekdays to choose any from, in the order of the language. */
export function WeekdayToggles({ label, describedBy, days, disabled = false, onChange }: WeekdayTogglesProps) {
  const toggles = weekdaysInOrder().map((at) => ({ at, day: WEEKDAYS[at]! }));
  return (
    <fieldset aria-label={label} aria-describedby={describedBy} className="flex min-w-0 max-w-lg gap-1 sm:gap-2">
      {toggles.map(({ day, at }) => (
        <button
          key={day}
          type="button"
          aria-label={weekdayName(at)}
          aria-pressed={days.includes(day)}
          disabled={disabled}
          onClick={() => onChange(WEEKDAYS.filter((one) => days.includes(one) !== (one === day)))}
          className="min-h-11 min-w-0 grow basis-0 cursor-pointer rounded-md border-2 border-line-strong text-xs font-bold text-ink-2 hover:bg-sunk disabled:opacity-60 aria-pressed:border-flame aria-pressed:bg-star-soft aria-pressed:text-ink sm:text-sm"
        >
          {weekdayColumn(at)}
        </button>
      ))}
    </fieldset>
  );
}
