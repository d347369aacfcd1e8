import type { ReactNode } from 'react';
import type { LocalDay } from '#domain/days.ts';
import { GOAL_MAX, REWARD_MAX, TITLE_MAX } from '#domain/limits.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { CountedField } from '#web/kit/counted-field.tsx';
import { cx } from '#web/lib/cx.ts';
import type { Form } from '#web/lib/form.ts';
import { useT } from '#web/lib/language.ts';
import { BoardField } from './board-field.tsx';
import { DescriptionField } from './description-field.tsx';
import { GoalFields } from './goal-fields.tsx';
import type { MissionDraft } from './mission-draft.ts';
import { PatchField } from './patch-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { TimeFields } from './time-fields.tsx';

interface MissionFieldsProps {
  form: Form<MissionDraft>;
  /** The patch that the title asks for. */
  suggested: ChosenPatch;
  /** The mission being edited. */
  missionId?: string;
  today: LocalDay;
  /** The first day of the mission being edited; it may stay although it has passed. */
  firstDay?: LocalDay;
  /** Somebody has checked in to the mission being edited. */
  fixed?: boolean;
  /** Inside a dialog: the parts are separated by seams instead of being cards. */
  seamed?: boolean;
}

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

/** The fields of a mission, for creating and editing one. */
export function MissionFields(props: MissionFieldsProps) {
  const t = useT();
  const { form, suggested, missionId, today, firstDay, fixed = false, seamed = false } = props;
  const { values, errors, set, field } = form;
  return (
    <>
      <p className="text-sm text-ink-2">
        {t.rich('app.missions.fields.required', {
          mark: (inside) => (
            <span key="mark" className="font-bold text-flame">
              {inside}
            </span>
          ),
        })}
      </p>
      <Part title={t('app.missions.fields.habit')} seamed={seamed}>
        <CountedField
          label={t('app.missions.fields.title')}
          max={TITLE_MAX}
          required
          marked
          autoComplete="off"
          {...field('title')}
        />
        <PatchField form={form} suggested={suggested} {...(missionId !== undefined && { drawnFrom: missionId })} />
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
        <TimeFields form={form} today={today} fixed={fixed} {...(firstDay && { firstDay })} />
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
        <BoardField value={values.board} onChange={(board) => set('board', board)} />
      </Part>
    </>
  );
}
