import type { ReactNode } from 'react';
import type { Mission } from '#contract/missions.ts';
import type { LocalDay } from '#domain/days.ts';
import { GOAL_MAX, REWARD_MAX, TITLE_MAX } from '#domain/limits.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { CountedField } from '#platform/web/kit/counted-field.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import type { Form } from '#platform/web/lib/form.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { BoardField } from './board-field.tsx';
import { DescriptionField } from './description-field.tsx';
import { GoalFields } from './goal-fields.tsx';
import { HabitField, OwnHabitField } from './habit-field.tsx';
import type { MissionDraft } from './mission-draft.ts';
import { PatchField } from './patch-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { isFilledByIdea } from './templates.ts';
import { TimeFields } from './time-fields.tsx';

interface MissionFieldsProps {
  form: Form<MissionDraft>;
  /** The patch suggested for the title. */
  suggested: ChosenPatch;
  today: LocalDay;
  /** Set if the form edits an existing mission, in a dialog. */
  editing?: Mission;
}

/** `seamed`: seams separate the parts instead of cards. */
type PartProps = { title: string; lead?: string; seamed: boolean; children: ReactNode };

function Part({ title, lead, seamed, children }: PartProps) {
  const Heading = seamed ? 'h3' : 'h2';
  return (
    <section
      aria-label={title}
      className={cx('grid gap-5', seamed ? 'pt-5 not-first:seam' : 'rounded-lg bg-card p-5 shadow-card sm:p-7')}
    >
      <div>
        <Heading className="text-lg font-extrabold">{title}</Heading>
        {lead && <p className="mt-1.5 text-sm text-ink-2">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

export function MissionFields({ form, suggested, today, editing }: MissionFieldsProps) {
  const t = useT();
  const seamed = editing !== undefined;
  // Only the server sees check-ins of former members; it then rejects the change.
  const fixed = editing?.members.some((member) => member.checkins_count > 0) ?? false;
  const { values, errors, set, field } = form;
  const isOwn = values.habit === 'own';
  const asksHabit = editing !== undefined || !isFilledByIdea(t, values);
  return (
    <>
      <p className="text-sm text-ink-2">
        {t.rich('app.missions.fields.required', {
          mark: within('span', { className: 'font-bold text-flame' }),
        })}
      </p>
      <Part title={t('app.missions.fields.habit')} seamed={seamed}>
        {asksHabit && <HabitField form={form} fixed={fixed} />}
        <CountedField
          label={t('app.missions.fields.title')}
          note={isOwn && t('app.missions.habit.title_note')}
          max={TITLE_MAX}
          required
          marked
          autoComplete="off"
          {...field('title')}
        />
        {isOwn && !editing && <OwnHabitField form={form} />}
        <PatchField form={form} suggested={suggested} {...(editing && { drawnFrom: editing.id })} />
        <DescriptionField
          id="description"
          value={values.description}
          error={errors.description}
          onChange={(html) => set('description', html)}
        />
        <CountedField
          label={t('app.missions.fields.goal')}
          max={GOAL_MAX}
          area
          required
          marked
          note={t('app.missions.fields.goal_note')}
          {...field('goal')}
        />
      </Part>
      <Part title={t('app.missions.fields.time')} seamed={seamed}>
        <ScheduleField
          value={values.schedule}
          error={errors.schedule}
          fixed={fixed}
          onChange={(schedule) => set('schedule', schedule)}
        />
        <TimeFields form={form} today={today} fixed={fixed} {...(editing && { firstDay: editing.first_day })} />
      </Part>
      <Part title={t('app.missions.fields.goals')} lead={t('app.missions.fields.goals_lead')} seamed={seamed}>
        <GoalFields form={form} />
        <CountedField
          label={t('app.missions.fields.reward')}
          max={REWARD_MAX}
          area
          optional
          placeholder={t('app.missions.fields.reward_example')}
          {...field('reward_description')}
        />
        {!isOwn && <BoardField value={values.board} onChange={(board) => set('board', board)} />}
      </Part>
    </>
  );
}
