import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LocalDay } from '#domain/days.ts';
import { suggestGoals } from '#domain/goals.ts';
import {
  DURATION_MAX,
  DURATION_MIN,
  GOAL_MAX,
  LEVEL_GOAL_MAX,
  LEVEL_GOAL_MIN,
  REWARD_MAX,
  STREAK_GOAL_MAX,
  STREAK_GOAL_MIN,
  TITLE_MAX,
} from '#domain/limits.ts';
import type { Board } from '#domain/missions.ts';
import { plannedDays } from '#domain/schedule.ts';
import { Button } from '#web/kit/button.tsx';
import { CountedField } from '#web/kit/counted-field.tsx';
import { DatePicker } from '#web/kit/date-picker.tsx';
import { Emphasis } from '#web/kit/emphasis.tsx';
import { Field } from '#web/kit/field.tsx';
import { cx } from '#web/lib/cx.ts';
import type { Form } from '#web/lib/form.ts';
import { longDay } from '#web/lib/format.ts';
import { DescriptionField } from './description-field.tsx';
import { type MissionDraft, planOfDraft, scheduleOfText } from './mission-draft.ts';
import { FIXED, ScheduleField } from './schedule-field.tsx';

const QUICK = ['7', '14', '21', '30'];
/** Whole weeks, in which times a week come out even. */
const QUICK_WEEKS = ['7', '14', '21', '28'];

interface TimeFieldsProps {
  form: Form<MissionDraft>;
  today: LocalDay;
  /** The first day of the mission being edited; it may stay although it has passed. */
  firstDay?: LocalDay;
  /** Somebody has checked in, so the schedule stays; the first day stays with it unless that is every day. */
  fixed: boolean;
}

/** The duration, with buttons for the usual ones, and the start date. */
function TimeFields({ form, today, firstDay, fixed }: TimeFieldsProps) {
  const { values, errors, set, field } = form;
  const { kind } = scheduleOfText(values.schedule);
  const startFixed = fixed && kind !== 'daily';
  const begun = firstDay !== undefined && firstDay < today;
  const restoreStart = (day: LocalDay) => {
    set('start_date', day);
    // The pressed button disappears.
    document.getElementById('start_date')?.focus();
  };
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
          marked
          {...field('duration_days')}
        />
        <fieldset className="flex gap-1.5">
          <legend className="sr-only">Quick durations</legend>
          {(kind === 'weekly' ? QUICK_WEEKS : QUICK).map((days) => (
            <button
              key={days}
              type="button"
              aria-label={`${days} days`}
              aria-pressed={values.duration_days === days}
              onClick={() => set('duration_days', days)}
              className="min-h-11 grow cursor-pointer rounded-full border-2 border-line-strong text-sm font-bold text-ink-2 tabular hover:bg-sunk aria-pressed:border-flame aria-pressed:bg-star-soft aria-pressed:text-ink"
            >
              {days}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="grid justify-items-start gap-2 *:w-full">
        <DatePicker
          id="start_date"
          label="Start Date"
          value={values.start_date}
          min={today}
          today={today}
          note={
            startFixed ? FIXED : begun ? 'It has already started. You can move the start to today or later.' : undefined
          }
          disabled={startFixed}
          error={errors.start_date}
          onChange={(day) => set('start_date', day)}
        />
        {begun && values.start_date !== firstDay && (
          <Button kind="quiet" size="sm" onClick={() => restoreStart(firstDay)}>
            Keep {longDay(firstDay)}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What the suggestion is made for: the days of a daily mission, or the check-ins that another one asks for. */
function daysInWords(days: number, daily: boolean): string {
  if (days === 1) return daily ? 'one day' : 'one check-in';
  return daily ? `${days} days` : `${days} check-ins`;
}

const CHOICES: readonly (readonly [Board, string, string])[] = [
  ['stars', 'Ranking', 'Mission Stars shows points and places.'],
  ['together', 'Together', 'One total for everyone, without points or places.'],
];

/** Whether the members see a ranking, or one total. */
function BoardField({ value, onChange }: { value: Board; onChange: (board: Board) => void }) {
  return (
    <fieldset className="grid min-w-0 gap-2 sm:grid-cols-2">
      <legend className="mb-1.5 text-sm font-semibold">How progress is shown</legend>
      {CHOICES.map(([board, label, note]) => (
        <label
          key={board}
          className="flex min-h-12 cursor-pointer items-start gap-2.5 rounded-md border-2 border-line-strong px-4 py-3 hover:bg-sunk has-checked:border-flame has-checked:bg-star-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky"
        >
          <input
            type="radio"
            name="board"
            value={board}
            checked={value === board}
            onChange={() => onChange(board)}
            aria-describedby={`board-${board}`}
            aria-label={label}
            className="mt-0.5 size-4.5 shrink-0 accent-(--flame)"
          />
          <span>
            <span className="block leading-snug font-semibold">{label}</span>
            <span id={`board-${board}`} className="block text-xs text-ink-2">
              {note}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The two goals, and a suggestion that shows its numbers before it fills the empty ones. */
function GoalFields({ form }: { form: Form<MissionDraft> }) {
  const { values, set, field } = form;
  const plan = planOfDraft(values);
  const days = plan ? plannedDays(plan) : 0;
  const suggested = days > 0 ? suggestGoals(days) : null;
  const fill = () => {
    if (!suggested) return;
    if (!values.level_goal) set('level_goal', String(suggested.level));
    if (!values.streak_goal) set('streak_goal', String(suggested.streak));
    // The pressed button disappears.
    document.getElementById('streak_goal')?.focus();
  };
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 items-start gap-4 sm:gap-5">
        <Field
          label="Target Level"
          type="number"
          inputMode="numeric"
          min={LEVEL_GOAL_MIN}
          max={LEVEL_GOAL_MAX}
          {...field('level_goal')}
        />
        <Field
          label="Target Streak"
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
              <Emphasis
                text={`For ${daysInWords(days, plan?.schedule.kind === 'daily')} we suggest level ${suggested.level} and a streak of ${suggested.streak}.`}
                parts={[`level ${suggested.level}`, `streak of ${suggested.streak}`]}
              />
            </span>
          </p>
          <Button kind="quiet" size="sm" className="max-sm:w-full" onClick={fill}>
            Use suggested goals
          </Button>
        </div>
      )}
    </div>
  );
}

interface MissionFieldsProps {
  form: Form<MissionDraft>;
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
export function MissionFields({ form, today, firstDay, fixed = false, seamed = false }: MissionFieldsProps) {
  const { values, errors, set, field } = form;
  return (
    <>
      <p className="text-sm text-ink-2">
        Fields marked <span className="font-bold text-flame">*</span> are required.
      </p>
      <Part title="The habit" seamed={seamed}>
        <CountedField label="Title" max={TITLE_MAX} required marked autoComplete="off" {...field('title')} />
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
          marked
          note="How will you know it worked?"
          {...field('goal')}
        />
      </Part>
      <Part title="The time" seamed={seamed}>
        <ScheduleField
          value={values.schedule}
          error={errors.schedule}
          fixed={fixed}
          onChange={(schedule) => set('schedule', schedule)}
        />
        <TimeFields form={form} today={today} fixed={fixed} {...(firstDay && { firstDay })} />
      </Part>
      <Part title="Goals (optional)" lead="All optional. Set a target and we'll track your progress." seamed={seamed}>
        <GoalFields form={form} />
        <CountedField
          label="Reward/Punishment"
          max={REWARD_MAX}
          area
          optional
          placeholder="Winners pick the restaurant"
          {...field('reward_description')}
        />
        <BoardField value={values.board} onChange={(board) => set('board', board)} />
      </Part>
    </>
  );
}
