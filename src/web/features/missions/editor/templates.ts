import { suggestGoals } from '#domain/goals.ts';
import { DAILY, plannedDays, type Schedule } from '#domain/schedule.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import { DEFAULT_DAYS, type MissionDraft, scheduleText } from './mission-draft.ts';

/** As addresses have it, `?idea=read`, and the keys of its texts. */
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
  | 'dinner';

/** A prefilled mission, with goals that are suggested for the days that it asks for. */
export interface Template {
  id: TemplateId;
  days: number;
  /** Left out, it is every day. */
  schedule?: Schedule;
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
];

const tag = (name: string) => (inside: string[]) => `<${name}>${inside.join('')}</${name}>`;
const TAGS = { strong: tag('strong'), em: tag('em') };

/** In HTML as the editor writes it: a paragraph, and two items below it. */
function descriptionOf(t: ScreenTranslate, id: TemplateId): string {
  const line = (name: 'lead' | 'first' | 'second') => `<p>${t.parts(`app.templates.${id}.${name}`, TAGS).join('')}</p>`;
  return `${line('lead')}<ul><li>${line('first')}</li><li>${line('second')}</li></ul>`;
}

type TemplateFields = Omit<MissionDraft, 'start_date' | 'reward_description' | 'board' | 'patch' | 'patch_seed'>;

/** What a template writes into the form. */
export function fieldsOfTemplate(t: ScreenTranslate, template: Template): TemplateFields {
  const { id, days, schedule = DAILY } = template;
  // No template names weekdays, so its planned days are the same from any first day on.
  const planned = plannedDays({ schedule, first_day: '2026-01-01', duration_days: days });
  const { level, streak } = suggestGoals(planned);
  return {
    title: t(`app.templates.${id}.title`),
    description: descriptionOf(t, id),
    goal: t(`app.templates.${id}.goal`),
    duration_days: String(days),
    schedule: scheduleText(schedule),
    level_goal: String(level),
    streak_goal: String(streak),
  };
}

/** What an empty form holds in the fields that are never empty. */
const INITIAL: Partial<TemplateFields> = { duration_days: DEFAULT_DAYS, schedule: scheduleText(DAILY) };

/**
 * The fields that hold what somebody typed: they are not empty, not the default, and not the text of a template in the
 * language of the screen.
 */
function typedFields(t: ScreenTranslate, draft: MissionDraft): ReadonlySet<keyof TemplateFields> {
  const templates = TEMPLATES.map((template) => fieldsOfTemplate(t, template));
  const names = namesOf(templates[0]!).filter((name) => {
    const value = draft[name].trim();
    return value !== '' && value !== INITIAL[name] && !templates.some((fields) => fields[name] === draft[name]);
  });
  return new Set(names);
}

const namesOf = (fields: TemplateFields) => Object.keys(fields) as (keyof TemplateFields)[];

/** Whether filling in these fields would replace something that was typed. */
export function overwritesInput(t: ScreenTranslate, draft: MissionDraft, fields: TemplateFields): boolean {
  const typed = typedFields(t, draft);
  return namesOf(fields).some((name) => typed.has(name) && draft[name] !== fields[name]);
}

/** The fields to write into the draft: all of them, or only those where nothing was typed. */
export function fieldsToFill(
  t: ScreenTranslate,
  draft: MissionDraft,
  fields: TemplateFields,
  replace: boolean,
): Partial<TemplateFields> {
  const typed = typedFields(t, draft);
  const names = namesOf(fields).filter((name) => replace || !typed.has(name));
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
