import { Minus, Plus } from 'lucide-react';
import { type Schedule, type ScheduleKind, TIMES_A_WEEK } from '#domain/schedule.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { describedBy, FieldError } from '#platform/web/kit/field.tsx';
import { RadioCard } from '#platform/web/kit/radio-card.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { scheduleInWords } from '#web/data/missions/schedule-text.ts';
import { WeekdayToggles } from '#web/features/reminders/public.ts';
import { scheduleOfText, scheduleText } from './mission-draft.ts';

const CHOICES: readonly (readonly [ScheduleKind, PlainKey, Schedule])[] = [
  ['daily', 'app.missions.schedule.daily', { kind: 'daily' }],
  ['weekly', 'app.missions.schedule.weekly', { kind: 'weekly', times: 3 }],
  ['weekdays', 'app.missions.schedule.weekdays', { kind: 'weekdays', days: ['mon', 'wed', 'fri'] }],
];

interface PartProps<Kind extends ScheduleKind> {
  schedule: Extract<Schedule, { kind: Kind }>;
  disabled: boolean;
  onChange: (schedule: Schedule) => void;
}

/** A stepper from 1 to 6. At either end the button keeps the focus, because it is not `disabled`. */
function TimesStepper({ schedule, disabled, onChange }: PartProps<'weekly'>) {
  const t = useT();
  const at = TIMES_A_WEEK.indexOf(schedule.times);
  const step = (by: 1 | -1, label: string, Icon: typeof Minus) => {
    const times = TIMES_A_WEEK[at + by];
    return (
      <button
        type="button"
        aria-label={label}
        disabled={disabled}
        aria-disabled={times === undefined || undefined}
        onClick={() => times && onChange({ kind: 'weekly', times })}
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-full bg-sunk disabled:opacity-60 aria-disabled:cursor-default aria-disabled:opacity-40"
      >
        <Icon className="size-5" strokeWidth={2.5} aria-hidden />
      </button>
    );
  };
  return (
    <fieldset aria-label={t('app.missions.schedule.weekly')} className="flex min-w-0 items-center gap-3">
      {step(-1, t('app.missions.schedule.fewer'), Minus)}
      <output className="min-w-32 text-center font-display text-base font-extrabold tabular">
        {scheduleInWords(t, schedule)}
      </output>
      {step(1, t('app.missions.schedule.more'), Plus)}
    </fieldset>
  );
}

interface ScheduleFieldProps {
  value: string;
  error: string | undefined;
  /** Whether someone has already checked in. */
  fixed: boolean;
  onChange: (value: string) => void;
}

export function ScheduleField({ value, error, fixed, onChange }: ScheduleFieldProps) {
  const t = useT();
  const schedule = scheduleOfText(value);
  const part = { disabled: fixed, onChange: (chosen: Schedule) => onChange(scheduleText(chosen)) };
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <span id="schedule-label" className="text-sm font-semibold max-sm:sr-only">
          {t('app.missions.schedule.label')}
        </span>
        <div
          role="radiogroup"
          id="schedule"
          tabIndex={-1}
          aria-labelledby="schedule-label"
          aria-describedby={describedBy('schedule', { error, note: fixed })}
          aria-invalid={!!error || undefined}
          className="grid gap-2 min-[22rem]:grid-cols-3"
        >
          {CHOICES.map(([kind, label, initial]) => (
            <RadioCard
              key={kind}
              name="schedule"
              value={kind}
              checked={schedule.kind === kind}
              disabled={fixed}
              invalid={!!error}
              onChange={() => part.onChange(initial)}
              className="min-h-12 items-center gap-2.5 px-4 font-semibold min-[22rem]:max-sm:flex-col min-[22rem]:max-sm:gap-1.5 min-[22rem]:max-sm:px-2 min-[22rem]:max-sm:py-2.5 min-[22rem]:max-sm:text-center min-[22rem]:max-sm:text-sm min-[22rem]:max-sm:leading-tight"
            >
              {t(label)}
            </RadioCard>
          ))}
        </div>
      </div>
      {schedule.kind === 'weekly' && <TimesStepper {...part} schedule={schedule} />}
      {schedule.kind === 'weekdays' && (
        <WeekdayToggles
          label={t('app.missions.schedule.weekdays')}
          days={schedule.days}
          disabled={fixed}
          onChange={(days) => part.onChange({ kind: 'weekdays', days })}
        />
      )}
      <FieldError id="schedule" error={error} />
      {fixed && (
        <p id="schedule-note" className="text-xs text-ink-2">
          {t('app.missions.schedule.fixed')}
        </p>
      )}
    </div>
  );
}
