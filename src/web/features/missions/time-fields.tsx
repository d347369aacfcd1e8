import type { LocalDay } from '#domain/days.ts';
import { DURATION_MAX, DURATION_MIN } from '#domain/limits.ts';
import type { Form } from '#web/lib/form.ts';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import type { MissionDraft } from './mission-draft.ts';

const QUICK = ['7', '14', '21', '30'];

/** How long, with the usual lengths one tap away, and from when. */
export function TimeFields({ form, today }: { form: Form<MissionDraft>; today: LocalDay }) {
  const { values, errors, set, field } = form;
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
      <DatePicker
        id="start_date"
        label="Start Date"
        value={values.start_date}
        min={today}
        today={today}
        error={errors.start_date}
        onChange={(day) => set('start_date', day)}
      />
    </div>
  );
}
