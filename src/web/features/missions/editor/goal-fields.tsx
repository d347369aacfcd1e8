import { Sparkles } from 'lucide-react';
import { suggestGoals } from '#domain/goals.ts';
import { LEVEL_GOAL_MAX, LEVEL_GOAL_MIN, STREAK_GOAL_MAX, STREAK_GOAL_MIN } from '#domain/limits.ts';
import { plannedDays } from '#domain/schedule.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import type { Form } from '#platform/web/lib/form.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { datedScheduleOfDraft, type MissionDraft } from './mission-draft.ts';

const strong = within('strong', { className: 'text-ink' });

export function GoalFields({ form }: { form: Form<MissionDraft> }) {
  const t = useT();
  const { values, set, field } = form;
  const dated = datedScheduleOfDraft(values);
  const days = dated ? plannedDays(dated) : 0;
  const suggested = days > 0 ? suggestGoals(days) : null;
  const fill = () => {
    if (!suggested) return;
    if (!values.level_goal) set('level_goal', String(suggested.level));
    if (!values.streak_goal) set('streak_goal', String(suggested.streak));
    // The pressed button disappears, so the focus moves.
    document.getElementById('streak_goal')?.focus();
  };
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 items-start gap-4 sm:gap-5">
        <Field
          label={t('app.missions.goals.level')}
          type="number"
          inputMode="numeric"
          min={LEVEL_GOAL_MIN}
          max={LEVEL_GOAL_MAX}
          {...field('level_goal')}
        />
        <Field
          label={t('app.missions.goals.streak')}
          type="number"
          inputMode="numeric"
          min={STREAK_GOAL_MIN}
          max={STREAK_GOAL_MAX}
          {...field('streak_goal')}
        />
      </div>
      {suggested && !(values.level_goal && values.streak_goal) && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-star-soft p-3 ps-4 text-star-ink">
          <p className="flex min-w-0 items-center gap-2.5 text-sm">
            <Sparkles className="size-5 shrink-0" aria-hidden />
            <span>
              {dated?.schedule.kind === 'daily'
                ? t.rich('app.missions.goals.for_days', { days, ...suggested, strong })
                : t.rich('app.missions.goals.for_checkins', { checkins: days, ...suggested, strong })}
            </span>
          </p>
          <Button kind="quiet" size="sm" className="max-sm:w-full" onClick={fill}>
            {t('app.missions.goals.use')}
          </Button>
        </div>
      )}
    </div>
  );
}
