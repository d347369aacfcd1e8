import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ERRORS } from '#contract/errors.ts';
import type { LocalDay } from '#domain/days.ts';
import { GOAL_MAX, REWARD_MAX, TITLE_MAX } from '#domain/limits.ts';
import type { Form } from '#web/lib/form.ts';
import { Button, button } from '#web/ui/button.tsx';
import { Counted } from '#web/ui/field.tsx';
import { DescriptionField } from './description-field.tsx';
import { GoalFields } from './goal-fields.tsx';
import { keepDraft, type MissionDraft } from './mission-draft.ts';
import { TimeFields } from './time-fields.tsx';

interface MissionFormProps {
  form: Form<MissionDraft>;
  userId: string;
  today: LocalDay;
  /** The plan's limit said no to the last try. */
  limited: boolean;
  /** Stands between the cards and the buttons, on phones. */
  preview: ReactNode;
  tips: ReactNode;
}

function Card({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-5 rounded-lg bg-card p-5 shadow-card sm:p-7">
      <div>
        <h2 className="text-lg font-extrabold">{title}</h2>
        {lead && <p className="mt-1.5 text-sm text-ink-2">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** Three cards: the habit, the time, the prize (Spec 2, Create Mission). */
export function MissionForm({ form, userId, today, limited, preview, tips }: MissionFormProps) {
  const { values, errors, set, field, busy } = form;
  useEffect(() => keepDraft(userId, values), [userId, values]);
  return (
    <form className="grid min-w-0 gap-6" onSubmit={form.onSubmit} noValidate>
      <Card title="The habit">
        <Counted label="Title" max={TITLE_MAX} required autoComplete="off" {...field('title')} />
        <DescriptionField
          id="description"
          value={values.description}
          error={errors.description}
          onChange={(html) => set('description', html)}
        />
        <Counted
          label="Success Goal"
          max={GOAL_MAX}
          area
          required
          note="How will you all know that it worked?"
          {...field('goal')}
        />
      </Card>
      <Card title="The time">
        <TimeFields form={form} today={today} />
      </Card>
      <Card title="The prize" lead="All optional. Missions with a goal get a progress panel.">
        <GoalFields form={form} />
        <Counted label="Reward/Punishment" max={REWARD_MAX} area optional {...field('reward_description')} />
      </Card>
      {preview}
      {limited && (
        <p role="alert" className="rounded-md bg-star-soft p-4 text-sm font-semibold text-star-ink">
          {ERRORS.plan_limit.detail}
        </p>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Link to="/dashboard" className={button({ kind: 'quiet', className: 'sm:min-w-36' })}>
          Cancel
        </Link>
        <Button type="submit" busy={busy} busyLabel="Creating..." className="sm:min-w-52">
          Create Mission
        </Button>
      </div>
      {tips}
    </form>
  );
}
