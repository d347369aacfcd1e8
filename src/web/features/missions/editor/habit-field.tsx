import { OWN_HABIT_MAX } from '#domain/limits.ts';
import { HABITS } from '#domain/missions.ts';
import { CountedField } from '#platform/web/kit/counted-field.tsx';
import { RadioCard } from '#platform/web/kit/radio-card.tsx';
import type { Form } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import type { MissionDraft } from './mission-draft.ts';

interface HabitFieldProps {
  form: Form<MissionDraft>;
  /** Whether someone has checked in. */
  fixed: boolean;
}

/** The question whether members have one habit or each their own. */
export function HabitField({ form: { values, set }, fixed }: HabitFieldProps) {
  const t = useT();
  return (
    <fieldset
      disabled={fixed}
      aria-describedby={fixed ? 'habit-fixed' : undefined}
      className="grid min-w-0 gap-2 sm:grid-cols-2"
    >
      <legend className="sr-only">{t('app.missions.habit.legend')}</legend>
      {HABITS.map((habit) => (
        <RadioCard
          key={habit}
          name="habit"
          value={habit}
          checked={values.habit === habit}
          onChange={() => set('habit', habit)}
          aria-describedby={`habit-${habit}`}
          aria-label={t(`app.missions.habit.${habit}.name`)}
          className="min-h-12 items-start gap-2.5 px-4 py-2 sm:py-3"
          buttonClass="mt-0.5"
        >
          <span>
            <span className="block leading-snug font-semibold">{t(`app.missions.habit.${habit}.name`)}</span>
            <span id={`habit-${habit}`} className="block text-xs text-ink-2">
              {t(`app.missions.habit.${habit}.note`)}
            </span>
          </span>
        </RadioCard>
      ))}
      {fixed && (
        <p id="habit-fixed" className="text-sm text-ink-2 sm:col-span-2">
          {t('app.missions.schedule.fixed')}
        </p>
      )}
    </fieldset>
  );
}

/** The creator's own habit, which can also be set later. */
export function OwnHabitField({ form: { field } }: { form: Form<MissionDraft> }) {
  const t = useT();
  return (
    <CountedField
      label={t('app.members.own_habit.ask')}
      max={OWN_HABIT_MAX}
      optional
      autoComplete="off"
      note={t('app.missions.habit.later')}
      {...field('own_habit')}
    />
  );
}
