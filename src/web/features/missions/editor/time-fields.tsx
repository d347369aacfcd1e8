import type { LocalDay } from '#domain/days.ts';
import { DURATION_MAX, DURATION_MIN } from '#domain/limits.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { DatePicker } from '#platform/web/kit/date-picker.tsx';
import { Control, describedBy, inputClass } from '#platform/web/kit/field.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import type { Form } from '#platform/web/lib/form.ts';
import { longDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { type MissionDraft, scheduleOfText } from './mission-draft.ts';

const QUICK = ['7', '14', '21', '30'];
/** Whole weeks, which divide evenly into times a week. */
const QUICK_WEEKS = ['7', '14', '21', '28'];

interface TimeFieldsProps {
  form: Form<MissionDraft>;
  today: LocalDay;
  /** The first day of an edited mission, which can stay even if it is past. */
  firstDay?: LocalDay;
  /** Whether someone has checked in. That fixes the schedule and, unless it is daily, the first day. */
  fixed: boolean;
}

export function TimeFields({ form, today, firstDay, fixed }: TimeFieldsProps) {
  const t = useT();
  const { values, errors, set, field } = form;
  const { error, ...duration } = field('duration_days');
  const { kind } = scheduleOfText(values.schedule);
  const startFixed = fixed && kind !== 'daily';
  const begun = firstDay !== undefined && firstDay < today;
  const restoreStart = (day: LocalDay) => {
    set('start_date', day);
    // The pressed button disappears, so the focus moves.
    document.getElementById('start_date')?.focus();
  };
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Control id="duration_days" label={t('app.missions.time.duration')} marked error={error}>
        <div className="flex flex-wrap items-center gap-1.5">
          <input
            {...duration}
            type="number"
            inputMode="numeric"
            min={DURATION_MIN}
            max={DURATION_MAX}
            required
            aria-invalid={!!error || undefined}
            aria-describedby={describedBy('duration_days', { error })}
            className={cx(inputClass, 'h-13 min-w-20 flex-1 rtl:text-right')}
          />
          <fieldset className="flex min-w-50 flex-[2] gap-1.5">
            <legend className="sr-only">{t('app.missions.time.quick')}</legend>
            {(kind === 'weekly' ? QUICK_WEEKS : QUICK).map((days) => (
              <button
                key={days}
                type="button"
                aria-label={t('app.missions.time.days', { days: Number(days) })}
                aria-pressed={values.duration_days === days}
                onClick={() => set('duration_days', days)}
                className="min-h-11 min-w-11 grow cursor-pointer rounded-full border-2 border-line-strong text-sm font-bold text-ink-2 tabular hover:bg-sunk aria-pressed:border-flame aria-pressed:bg-star-soft aria-pressed:text-ink"
              >
                {days}
              </button>
            ))}
          </fieldset>
        </div>
      </Control>
      <div className="grid justify-items-start gap-2 *:w-full">
        <DatePicker
          id="start_date"
          label={t('app.missions.time.start')}
          value={values.start_date}
          min={today}
          today={today}
          note={startFixed ? t('app.missions.schedule.fixed') : begun ? t('app.missions.time.begun') : undefined}
          disabled={startFixed}
          error={errors.start_date}
          onChange={(day) => set('start_date', day)}
        />
        {begun && values.start_date !== firstDay && (
          <Button kind="quiet" size="sm" onClick={() => restoreStart(firstDay)}>
            {t('app.missions.time.keep', { day: longDay(firstDay) })}
          </Button>
        )}
      </div>
    </div>
  );
}
