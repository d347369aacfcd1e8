import type { ReactNode } from 'react';
import type { LocalDay } from '#domain/days.ts';
import { GOAL_MAX, REWARD_MAX, TITLE_MAX } from '#domain/limits.ts';
import type { Form } from '#web/lib/form.ts';
import { CountedField } from '#web/ui/counted-field.tsx';
import { cx } from '#web/ui/cx.ts';
import { DescriptionField } from './description-field.tsx';
import { GoalFields } from './goal-fields.tsx';
import type { MissionDraft } from './mission-draft.ts';
import { TimeFields } from './time-fields.tsx';

interface MissionFieldsProps {
  form: Form<MissionDraft>;
  today: LocalDay;
  /** The first day of the mission that is edited: it may stay although it has passed. */
  firstDay?: LocalDay;
  /** Inside a dialog: parts on seams instead of cards of their own. */
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

/** What a mission is made of, for creating and editing alike: the habit, the time, the prize (Spec 2, 5). */
export function MissionFields({ form, today, firstDay, seamed = false }: MissionFieldsProps) {
  const { values, errors, set, field } = form;
  return (
    <>
      <Part title="The habit" seamed={seamed}>
        <CountedField label="Title" max={TITLE_MAX} required autoComplete="off" {...field('title')} />
        <DescriptionField
          id="description"
          value={values.description}
          error={errors.description}
          onChange={(html) => set('description', html)}
        />
        <CountedField
          label="Success Goal"
          max={GOAL_MAX}
          area
          required
          note="How will you all know that it worked?"
          {...field('goal')}
        />
      </Part>
      <Part title="The time" seamed={seamed}>
        <TimeFields form={form} today={today} {...(firstDay && { firstDay })} />
      </Part>
      <Part title="The prize" lead="All optional. Missions with a goal get a progress panel." seamed={seamed}>
        <GoalFields form={form} />
        <CountedField label="Reward/Punishment" max={REWARD_MAX} area optional {...field('reward_description')} />
      </Part>
    </>
  );
}
