import type { ReactNode } from 'react';
import type { Mission } from '#contract/missions.ts';
import type { LocalDay } from '#domain/days.ts';
import { GOAL_MAX, REWARD_MAX, TITLE_MAX } from '#domain/limits.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { CountedField } from '#platform/web/kit/counted-field.tsx';
import { Fold } from '#platform/web/kit/fold.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import type { Form } from '#platform/web/lib/form.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { BoardField } from './board-field.tsx';
import { DescriptionField } from './description-field.tsx';
import { GoalFields } from './goal-fields.tsx';
import { HabitField, OwnHabitField } from './habit-field.tsx';
import type { MissionDraft } from './mission-draft.ts';
import { MissionSpan } from './mission-span.tsx';
import { PatchField } from './patch-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { TimeFields } from './time-fields.tsx';

interface MissionFieldsProps {
  form: Form<MissionDraft>;
  /** The patch suggested for the title. */
  suggested: ChosenPatch;
  today: LocalDay;
  /** Whether the optional fields are open at first. */
  moreOpen: boolean;
  /** Whether the form asks if members have one habit or each their own. */
  asksHabit: boolean;
  /** A fold below the optional fields. */
  preview?: ReactNode;
  /** Set if the form edits an existing mission, in a dialog. */
  editing?: Mission;
}

/** `seamed`: seams separate the parts instead of cards. */
type PartProps = { title: string; seamed: boolean; aside?: ReactNode; children: ReactNode };

function Part({ title, seamed, aside, children }: PartProps) {
  const Heading = seamed ? 'h3' : 'h2';
  return (
    <section
      aria-label={title}
      className={cx(
        'grid grid-cols-1 gap-3 sm:gap-5',
        seamed ? 'pt-5 not-first:seam' : 'rounded-lg bg-card p-4 shadow-card sm:p-7',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading className="text-lg font-extrabold">{title}</Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}

function RequiredNote() {
  const t = useT();
  return (
    <p className="text-xs text-ink-2">
      {t.rich('app.missions.fields.required', { mark: within('span', { className: 'font-bold text-flame' }) })}
    </p>
  );
}

type MoreOptionsProps = Pick<MissionFieldsProps, 'form' | 'moreOpen' | 'preview'> & { seamed: boolean };

/** The fields that few missions need, folded until one of them has a value. */
function MoreOptions({ form, moreOpen, preview, seamed }: MoreOptionsProps) {
  const t = useT();
  const { values, errors, set, field } = form;
  const Heading = seamed ? 'h4' : 'h3';
  return (
    <div className={seamed ? 'pt-2 seam' : 'rounded-lg bg-card px-4 shadow-card sm:px-7'}>
      <Fold
        title={t('app.missions.fields.more')}
        heading={seamed ? 'h3' : 'h2'}
        startsOpen={moreOpen}
        staysOpen={!!(errors.level_goal || errors.streak_goal || errors.reward_description)}
      >
        <div className="grid gap-5">
          <div>
            <Heading className="font-display font-extrabold">{t('app.missions.fields.goals')}</Heading>
            <p className="mt-1.5 text-sm text-ink-2">{t('app.missions.fields.goals_lead')}</p>
          </div>
          <GoalFields form={form} />
          <CountedField
            label={t('app.missions.fields.reward')}
            max={REWARD_MAX}
            area
            optional
            placeholder={t('app.missions.fields.reward_example')}
            {...field('reward_description')}
          />
          {values.habit === 'shared' && <BoardField value={values.board} onChange={(board) => set('board', board)} />}
        </div>
      </Fold>
      {preview}
    </div>
  );
}

export function MissionFields({ form, suggested, today, moreOpen, asksHabit, preview, editing }: MissionFieldsProps) {
  const t = useT();
  const seamed = editing !== undefined;
  // Only the server sees check-ins of former members; it then rejects the change.
  const fixed = editing?.members.some((member) => member.checkins_count > 0) ?? false;
  const { values, errors, set, field } = form;
  const isOwn = values.habit === 'own';
  return (
    <>
      <Part title={t('app.missions.fields.habit')} seamed={seamed} aside={<RequiredNote />}>
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
        {/* On wide screens the preview next to the form says the same. */}
        <MissionSpan draft={values} className={editing ? '' : 'lg:hidden'} />
      </Part>
      <MoreOptions form={form} moreOpen={moreOpen} preview={preview} seamed={seamed} />
    </>
  );
}
