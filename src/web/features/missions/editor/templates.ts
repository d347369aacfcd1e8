import { suggestGoals } from '#domain/goals.ts';
import { DAILY, plannedDays, type Schedule } from '#domain/schedule.ts';
import { DEFAULT_DAYS, type MissionDraft, scheduleText } from './mission-draft.ts';

/** A prefilled mission. Its goals are those suggested for the days that it asks for. */
export interface Template {
  /** The label of its chip. */
  name: string;
  title: string;
  /** HTML as the editor writes it. */
  description: string;
  goal: string;
  days: number;
  /** Left out, it is every day. */
  schedule?: Schedule;
}

const describe = (lead: string, ...items: string[]) =>
  `<p>${lead}</p><ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`;

export const TEMPLATES: readonly Template[] = [
  {
    name: 'Read',
    title: 'Read 20 pages before bed',
    description: describe(
      'Phones in the kitchen, one lamp, <strong>any book that is not work</strong>.',
      'Twenty pages, at any speed',
      'Audiobooks count on travel days',
    ),
    goal: "Everyone finishes one book and tells us who they'd lend it to",
    days: 30,
  },
  {
    name: 'Walk',
    title: 'Walk 8,000 steps a day',
    description: describe(
      'Shoes by the door, rain or not.',
      'Walking while on a call counts',
      'So does the long way home',
    ),
    goal: 'Outside before dark on most days',
    days: 30,
  },
  {
    name: 'Sleep',
    title: 'Lights out by eleven',
    description: describe(
      'Screens go to bed <strong>half an hour before we do</strong>.',
      'Chargers stay outside the bedroom',
      'After one late night, back to normal',
    ),
    goal: 'Awake before the alarm at least twice a week',
    days: 21,
  },
  {
    name: 'Water',
    title: 'Six glasses of water',
    description: describe(
      'A full glass before the first coffee, and five more until evening.',
      'Tea without sugar counts',
      "Keep the bottle where you'll see it",
    ),
    goal: 'Six glasses on five days of every week',
    days: 14,
    schedule: { kind: 'weekly', times: 5 },
  },
  {
    name: 'Move',
    title: 'Move for 15 minutes',
    description: describe(
      'Anything that gets you out of breath: a run, a dance, the stairs.',
      'Stretching counts on tired days',
      'Fifteen minutes is enough, more is a bonus',
    ),
    goal: 'We can climb to the top floor and chat on the way',
    days: 30,
  },
  {
    name: 'Language',
    title: 'Ten minutes of a new language',
    description: describe(
      'A lesson, a song, a page, a talk: <strong>ten minutes in your new language</strong>.',
      'Write down one new word',
      'Say it out loud to someone',
    ),
    goal: 'We order a whole dinner in our new language',
    days: 60,
  },
  {
    name: 'Gratitude',
    title: 'Three good things',
    description: describe(
      'Before bed, three good things from today.',
      'Small ones count just as much',
      'Share one of them here if you like',
    ),
    goal: 'Ninety small things, read aloud on the last evening',
    days: 30,
  },
  {
    name: 'Breathe',
    title: 'Five quiet minutes',
    description: describe(
      'Sit down, set a timer, count your breaths.',
      'Thoughts can come and go',
      'A train or a park bench is fine',
    ),
    goal: 'Sitting still for five minutes feels like a rest',
    days: 21,
  },
  {
    name: 'Draw',
    title: 'One sketch a day',
    description: describe(
      'Any pen, any paper, five minutes.',
      "Draw what's in front of you",
      'Nobody has to like it, <em>not even you</em>',
    ),
    goal: 'A small show in the hallway with a drawing from each of us',
    days: 30,
  },
  {
    name: 'Dinner',
    title: 'No phones at dinner',
    description: describe(
      'All phones go in a basket by the door.',
      'Whoever cooks asks the first question',
      'Eating alone counts: look out of the window',
    ),
    goal: "We all know how each other's week is going",
    days: 14,
  },
];

type TemplateFields = Omit<MissionDraft, 'start_date' | 'reward_description' | 'board' | 'patch' | 'patch_seed'>;

/** What a template writes into the form. */
export function fieldsOfTemplate({ title, description, goal, days, schedule = DAILY }: Template): TemplateFields {
  // No template names weekdays, so its planned days are the same from any first day on.
  const planned = plannedDays({ schedule, first_day: '2026-01-01', duration_days: days });
  const { level, streak } = suggestGoals(planned);
  return {
    title,
    description,
    goal,
    duration_days: String(days),
    schedule: scheduleText(schedule),
    level_goal: String(level),
    streak_goal: String(streak),
  };
}

const ALL_FIELDS = TEMPLATES.map(fieldsOfTemplate);

/** What an empty form holds in the fields that are never empty. */
const INITIAL: Partial<TemplateFields> = { duration_days: DEFAULT_DAYS, schedule: scheduleText(DAILY) };

/** Whether a field holds what somebody typed: it is not empty, not the default, and not the text of a template. */
function isTyped(draft: MissionDraft, name: keyof TemplateFields): boolean {
  const value = draft[name].trim();
  return value !== '' && value !== INITIAL[name] && !ALL_FIELDS.some((fields) => fields[name] === draft[name]);
}

const namesOf = (fields: TemplateFields) => Object.keys(fields) as (keyof TemplateFields)[];

/** Whether filling in these fields would replace something that was typed. */
export const overwritesInput = (draft: MissionDraft, fields: TemplateFields): boolean =>
  namesOf(fields).some((name) => isTyped(draft, name) && draft[name] !== fields[name]);

/** The fields to write into the draft: all of them, or only those where nothing was typed. */
export function fieldsToFill(draft: MissionDraft, fields: TemplateFields, replace: boolean): Partial<TemplateFields> {
  const names = namesOf(fields).filter((name) => replace || !isTyped(draft, name));
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
