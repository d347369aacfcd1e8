import type { LocalDay } from '#domain/days.ts';
import { DURATION_MAX, DURATION_MIN } from '#domain/limits.ts';
import type { Form } from '#web/lib/form.ts';
import { longDay } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import type { MissionDraft } from './mission-draft.ts';

const QUICK = ['7', '14', '21', '30'];

interface TimeFieldsProps {
  form: Form<MissionDraft>;
  today: LocalDay;
  /** The first day of the mission that is edited: it may stay although it has passed. */
  firstDay?: LocalDay;
}

/** How long, with the usual lengths one tap away, and from when. */
export function TimeFields({ form, today, firstDay }: TimeFieldsProps) {
  const { values, errors, set, field } = form;
  const begun = firstDay !== undefined && firstDay < today;
  const keepStart = (day: LocalDay) => {
    set('start_date', day);
    // The button goes away.
    document.getElementById('start_date')?.focus();
  };
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <div className="grid gap-2">
        <Field
          label="Duration (days)"
          type="number"
          inputMode="numeric"
          min={DURATION_MIN}
          max={DURATION_MAX}
          required
          {...field('duration_days')}
        />
        <fieldset className="flex gap-1.5">
          <legend className="sr-only">Quick durations</legend>
          {QUICK.map((days) => (
            <button
              key={days}
              type="button"
              aria-label={`${days} days`}
              aria-pressed={values.duration_days === days}
              onClick={() => set('duration_days', days)}
              className="min-h-11 grow cursor-pointer rounded-full bg-sunk text-sm font-bold text-ink-2 tabular aria-pressed:bg-star-soft aria-pressed:text-star-ink"
            >
              {days}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="grid justify-items-start gap-2 *:w-full">
        <DatePicker
          id="start_date"
          label="Start Date"
          value={values.start_date}
          min={today}
          today={today}
          note={begun ? 'It has begun. Another start can be today or later.' : undefined}
          error={errors.start_date}
          onChange={(day) => set('start_date', day)}
        />
        {begun && values.start_date !== firstDay && (
          <Button kind="quiet" size="sm" onClick={() => keepStart(firstDay)}>
            Keep {longDay(firstDay)}
          </Button>
        )}
      </div>
    </div>
  );
}
