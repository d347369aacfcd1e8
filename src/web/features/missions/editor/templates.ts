import type { LocalDay } from '#domain/days.ts';
import { suggestGoals } from '#domain/goals.ts';
import type { Habit } from '#domain/missions.ts';
import { DAILY, plannedDays, type Schedule } from '#domain/schedule.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import { DEFAULT_DAYS, hasOptions, type MissionDraft, scheduleText } from './mission-draft.ts';

/** The ID in URLs (`?idea=read`) and in message keys. */
export type TemplateId =
  | 'read'
  | 'walk'
  | 'sleep'
  | 'water'
  | 'move'
  | 'language'
  | 'gratitude'
  | 'breathe'
  | 'draw'
  | 'dinner'
  | 'month'
  | 'ramadan';

export interface Template {
  id: TemplateId;
  days: number;
  /** Every day, if missing. */
  schedule?: Schedule;
  /** One habit for all members, if missing. */
  habit?: Habit;
  /** Whether its first day is announced and differs by place, so the user chooses it. */
  isAnnounced?: boolean;
}

export const TEMPLATES: readonly Template[] = [
  { id: 'read', days: 30 },
  { id: 'walk', days: 30 },
  { id: 'sleep', days: 21 },
  { id: 'water', days: 14, schedule: { kind: 'weekly', times: 5 } },
  { id: 'move', days: 30 },
  { id: 'language', days: 60 },
  { id: 'gratitude', days: 30 },
  { id: 'breathe', days: 21 },
  { id: 'draw', days: 30 },
  { id: 'dinner', days: 14 },
  { id: 'month', days: 30, habit: 'own' },
  { id: 'ramadan', days: 30, habit: 'own', isAnnounced: true },
];

const tag = (name: string) => (inside: string[]) => `<${name}>${inside.join('')}</${name}>`;
const TAGS = { strong: tag('strong'), em: tag('em') };

function descriptionOf(t: ScreenTranslate, id: TemplateId): string {
  const line = (name: 'lead' | 'first' | 'second') => `<p>${t.parts(`app.templates.${id}.${name}`, TAGS).join('')}</p>`;
  return `${line('lead')}<ul><li>${line('first')}</li><li>${line('second')}</li></ul>`;
}

type TemplateFields = Omit<
  MissionDraft,
  'start_date' | 'reward_description' | 'board' | 'own_habit' | 'patch' | 'patch_seed'
>;

export function fieldsOfTemplate(t: ScreenTranslate, template: Template): TemplateFields {
  const { id, days, schedule = DAILY, habit = 'shared' } = template;
  // No template names weekdays, so any first day gives the same number of planned days.
  const planned = plannedDays({ schedule, first_day: '2026-01-01', duration_days: days });
  return {
    title: t(`app.templates.${id}.title`),
    description: descriptionOf(t, id),
    goal: t(`app.templates.${id}.goal`),
    duration_days: String(days),
    schedule: scheduleText(schedule),
    habit,
    // A level counts points of every mission, so it says little about this habit.
    level_goal: '',
    streak_goal: String(suggestGoals(planned).streak),
  };
}

/** Returns the first day after a template filled the form: a day that the user chose, or else today unless announced. */
export const startOf = ({ isAnnounced }: Template, chosen: string, today: LocalDay): string =>
  chosen !== '' && chosen !== today ? chosen : isAnnounced ? '' : today;

/** Returns the template that filled a restored draft, recognized by its title or description, or null. */
export const templateOfDraft = (t: ScreenTranslate, { title, description }: MissionDraft): Template | null =>
  TEMPLATES.find(({ id }) => t(`app.templates.${id}.title`) === title || descriptionOf(t, id) === description) ?? null;

/** The defaults of fields that are never empty. */
const INITIAL: Partial<TemplateFields> = {
  duration_days: DEFAULT_DAYS,
  schedule: scheduleText(DAILY),
  habit: 'shared',
};

const namesOf = (fields: TemplateFields) => Object.keys(fields) as (keyof TemplateFields)[];

/** A draft with the template that filled it, if one did. */
export interface FilledDraft {
  draft: MissionDraft;
  filledBy: Template | null;
}

/** Returns the fields that the user typed: not empty, not the default, and not the text of the draft's template. */
function typedFields(
  t: ScreenTranslate,
  { draft, filledBy }: FilledDraft,
  names: readonly (keyof TemplateFields)[],
): ReadonlySet<keyof TemplateFields> {
  const filled = filledBy && fieldsOfTemplate(t, filledBy);
  return new Set(
    names.filter((name) => {
      const value = draft[name].trim();
      // The choice of the habit always counts, because a form filled by an idea does not show it.
      const isFilled = name !== 'habit' && filled?.[name] === draft[name];
      return value !== '' && value !== INITIAL[name] && !isFilled;
    }),
  );
}

/** Returns true if the user changed one of the optional fields. The goal of the draft's template is not a change. */
export const hasTypedOptions = (t: ScreenTranslate, filled: FilledDraft): boolean =>
  hasOptions({
    ...filled.draft,
    streak_goal: typedFields(t, filled, ['streak_goal']).has('streak_goal') ? filled.draft.streak_goal : '',
  });

export function overwritesInput(t: ScreenTranslate, filled: FilledDraft, fields: TemplateFields): boolean {
  const typed = typedFields(t, filled, namesOf(fields));
  return namesOf(fields).some((name) => typed.has(name) && filled.draft[name] !== fields[name]);
}

export function fieldsToFill(
  t: ScreenTranslate,
  filled: FilledDraft,
  fields: TemplateFields,
  replace: boolean,
): Partial<TemplateFields> {
  const typed = typedFields(t, filled, namesOf(fields));
  const names = namesOf(fields).filter((name) => replace || !typed.has(name));
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
