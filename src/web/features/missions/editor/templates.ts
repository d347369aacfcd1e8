import { suggestGoals } from '#domain/goals.ts';
import { DAILY, plannedDays, type Schedule } from '#domain/schedule.ts';
import type { PlainKey } from '#messages/translate.ts';
import type { ScreenTranslate } from '#web/lib/language.ts';
import { DEFAULT_DAYS, type MissionDraft, scheduleText } from './mission-draft.ts';

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

/** What stands in a description: its first paragraph and the items below it. */
type Line = `app.templates.${TemplateId}.${'lead' | 'first' | 'second'}`;

/** A prefilled mission, by the keys of its texts. Its goals are those suggested for the days that it asks for. */
export interface Template {
  /** As addresses have it: `?idea=read`. */
  id: TemplateId;
  /** The label of its chip. */
  name: PlainKey;
  title: PlainKey;
  lead: Line;
  items: readonly Line[];
  goal: PlainKey;
  days: number;
  /** Left out, it is every day. */
  schedule?: Schedule;
}

export const TEMPLATES: readonly Template[] = [
  {
    id: 'read',
    name: 'app.templates.read.name',
    title: 'app.templates.read.title',
    lead: 'app.templates.read.lead',
    items: ['app.templates.read.first', 'app.templates.read.second'],
    goal: 'app.templates.read.goal',
    days: 30,
  },
  {
    id: 'walk',
    name: 'app.templates.walk.name',
    title: 'app.templates.walk.title',
    lead: 'app.templates.walk.lead',
    items: ['app.templates.walk.first', 'app.templates.walk.second'],
    goal: 'app.templates.walk.goal',
    days: 30,
  },
  {
    id: 'sleep',
    name: 'app.templates.sleep.name',
    title: 'app.templates.sleep.title',
    lead: 'app.templates.sleep.lead',
    items: ['app.templates.sleep.first', 'app.templates.sleep.second'],
    goal: 'app.templates.sleep.goal',
    days: 21,
  },
  {
    id: 'water',
    name: 'app.templates.water.name',
    title: 'app.templates.water.title',
    lead: 'app.templates.water.lead',
    items: ['app.templates.water.first', 'app.templates.water.second'],
    goal: 'app.templates.water.goal',
    days: 14,
    schedule: { kind: 'weekly', times: 5 },
  },
  {
    id: 'move',
    name: 'app.templates.move.name',
    title: 'app.templates.move.title',
    lead: 'app.templates.move.lead',
    items: ['app.templates.move.first', 'app.templates.move.second'],
    goal: 'app.templates.move.goal',
    days: 30,
  },
  {
    id: 'language',
    name: 'app.templates.language.name',
    title: 'app.templates.language.title',
    lead: 'app.templates.language.lead',
    items: ['app.templates.language.first', 'app.templates.language.second'],
    goal: 'app.templates.language.goal',
    days: 60,
  },
  {
    id: 'gratitude',
    name: 'app.templates.gratitude.name',
    title: 'app.templates.gratitude.title',
    lead: 'app.templates.gratitude.lead',
    items: ['app.templates.gratitude.first', 'app.templates.gratitude.second'],
    goal: 'app.templates.gratitude.goal',
    days: 30,
  },
  {
    id: 'breathe',
    name: 'app.templates.breathe.name',
    title: 'app.templates.breathe.title',
    lead: 'app.templates.breathe.lead',
    items: ['app.templates.breathe.first', 'app.templates.breathe.second'],
    goal: 'app.templates.breathe.goal',
    days: 21,
  },
  {
    id: 'draw',
    name: 'app.templates.draw.name',
    title: 'app.templates.draw.title',
    lead: 'app.templates.draw.lead',
    items: ['app.templates.draw.first', 'app.templates.draw.second'],
    goal: 'app.templates.draw.goal',
    days: 30,
  },
  {
    id: 'dinner',
    name: 'app.templates.dinner.name',
    title: 'app.templates.dinner.title',
    lead: 'app.templates.dinner.lead',
    items: ['app.templates.dinner.first', 'app.templates.dinner.second'],
    goal: 'app.templates.dinner.goal',
    days: 14,
  },
];

const tag = (name: string) => (inside: string[]) => `<${name}>${inside.join('')}</${name}>`;
const TAGS = { strong: tag('strong'), em: tag('em') };

/** The description of a template, in HTML as the editor writes it. */
function descriptionOf(t: ScreenTranslate, { lead, items }: Template): string {
  const line = (key: Line) => `<p>${t.parts<Line, string>(key, TAGS).join('')}</p>`;
  return `${line(lead)}<ul>${items.map((item) => `<li>${line(item)}</li>`).join('')}</ul>`;
}

type TemplateFields = Omit<MissionDraft, 'start_date' | 'reward_description' | 'board' | 'patch' | 'patch_seed'>;

/** What a template writes into the form. */
export function fieldsOfTemplate(t: ScreenTranslate, template: Template): TemplateFields {
  const { title, goal, days, schedule = DAILY } = template;
  // No template names weekdays, so its planned days are the same from any first day on.
  const planned = plannedDays({ schedule, first_day: '2026-01-01', duration_days: days });
  const { level, streak } = suggestGoals(planned);
  return {
    title: t(title),
    description: descriptionOf(t, template),
    goal: t(goal),
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
