import { describe, expect, it } from 'vitest';
import { MissionInput } from '#contract/missions.ts';
import { getT } from '#platform/web/lib/language.ts';
import { emptyDraft, type MissionDraft, scheduleOfText } from './mission-draft.ts';
import {
  fieldsOfTemplate,
  fieldsToFill,
  hasTypedOptions,
  overwritesInput,
  startOf,
  TEMPLATES,
  type Template,
  templateOfDraft,
} from './templates.ts';

const t = getT();
const today = '2026-11-21';
const [read, walk] = TEMPLATES.map((template) => fieldsOfTemplate(t, template));
const blank = emptyDraft(today);
const [byRead, byWalk] = TEMPLATES;
const typed = (changes: Partial<MissionDraft> = {}) => ({ draft: { ...blank, ...changes }, filledBy: null });

describe('templates', () => {
  it('are twelve valid missions', () => {
    expect(new Set(TEMPLATES.map(({ id }) => t(`app.templates.${id}.name`))).size).toBe(12);
    for (const template of TEMPLATES.map((template) => fieldsOfTemplate(t, template))) {
      const numbers = ['duration_days', 'streak_goal'] as const;
      const schedule = scheduleOfText(template.schedule);
      const body = {
        ...template,
        level_goal: null,
        schedule,
        ...Object.fromEntries(numbers.map((name) => [name, Number(template[name])])),
      };
      expect(MissionInput.safeParse({ ...body, start_date: today })).toMatchObject({ success: true });
    }
  });
});

it('the weekly template has its schedule, and a streak goal for its planned days', () => {
  const rhythms = TEMPLATES.filter((template) => 'schedule' in template);
  expect(rhythms.map(({ id }) => id)).toEqual(['water']);
  // Five of seven days for two weeks are 10 days.
  expect(fieldsOfTemplate(t, rhythms[0]!)).toMatchObject({
    schedule: 'weekly 5',
    duration_days: '14',
    level_goal: '',
    streak_goal: '8',
  });
});

describe('applying a template', () => {
  it('needs no confirmation if only another template was applied', () => {
    const filled = { draft: { ...blank, ...walk }, filledBy: byWalk! };
    expect(overwritesInput(t, typed(), read!)).toBe(false);
    expect(overwritesInput(t, filled, read!)).toBe(false);
    expect(fieldsToFill(t, filled, read!, false)).toEqual(read);
  });

  it('needs a confirmation before it replaces typed text', () => {
    const filled = (changes: object) => ({ draft: { ...blank, ...read!, ...changes }, filledBy: byRead! });
    expect(overwritesInput(t, typed({ title: 'My own' }), read!)).toBe(true);
    expect(overwritesInput(t, filled({ duration_days: '17' }), walk!)).toBe(true);
    expect(overwritesInput(t, typed({ title: '  ' }), read!)).toBe(false);
    expect(overwritesInput(t, typed({ schedule: 'weekly 2' }), read!)).toBe(true);
  });

  it('needs a confirmation before it replaces a typed value that another template also has', () => {
    expect(overwritesInput(t, typed({ schedule: 'weekly 5' }), read!)).toBe(true);
    expect(overwritesInput(t, { draft: { ...blank, ...read!, duration_days: '60' }, filledBy: byRead! }, walk!)).toBe(
      true,
    );
  });

  it('needs a confirmation before it replaces the choice of own habits, and can keep it', () => {
    const month = TEMPLATES.find(({ id }) => id === 'month')!;
    const chosen = typed({ habit: 'own' });
    for (const filled of [chosen, { draft: { ...blank, ...fieldsOfTemplate(t, month) }, filledBy: month }]) {
      expect(overwritesInput(t, filled, read!)).toBe(true);
      expect(fieldsToFill(t, filled, read!, false)).not.toHaveProperty('habit');
    }
    expect(overwritesInput(t, chosen, fieldsOfTemplate(t, month))).toBe(false);
  });

  it('either keeps typed text or replaces it', () => {
    const draft = typed({ title: 'My own', reward_description: 'Ramen' });
    expect(fieldsToFill(t, draft, read!, false)).not.toHaveProperty('title');
    expect(fieldsToFill(t, draft, read!, false)).toMatchObject({
      goal: read!.goal,
      streak_goal: '24',
    });
    expect(fieldsToFill(t, draft, read!, true)).toEqual(read);
  });
});

it('two templates are for members with their own habits, and no computed first day is in any', () => {
  const own = TEMPLATES.filter(({ habit }) => habit === 'own').map((template) => fieldsOfTemplate(t, template));
  expect(own).toMatchObject([
    { title: 'Our month', habit: 'own', duration_days: '30' },
    { title: 'Ramadan together', habit: 'own', duration_days: '30' },
  ]);
  for (const fields of own) expect(fields).not.toHaveProperty('start_date');
});

it('the first day that a template leaves is today, or empty if it is announced, unless the user chose one', () => {
  const ramadan = TEMPLATES.find(({ id }) => id === 'ramadan')!;
  const starts = (template: Template) => ['', today, '2026-12-24'].map((chosen) => startOf(template, chosen, today));
  expect(starts(byRead!)).toEqual([today, today, '2026-12-24']);
  expect(starts(ramadan)).toEqual(['', '', '2026-12-24']);
});

it('knows a draft that a template filled, also after its title changed', () => {
  expect(templateOfDraft(t, blank)).toBeNull();
  expect(templateOfDraft(t, { ...blank, ...walk! })).toBe(byWalk);
  expect(templateOfDraft(t, { ...blank, ...walk!, title: 'Walk more' })).toBe(byWalk);
});

describe('the optional fields', () => {
  it('have no change of the user in an empty form or from a template', () => {
    expect(hasTypedOptions(t, typed())).toBe(false);
    expect(hasTypedOptions(t, { draft: { ...blank, ...read }, filledBy: byRead! })).toBe(false);
  });

  it.each([
    { streak_goal: '17' },
    { level_goal: '3' },
    { reward_description: 'Ramen' },
    { board: 'together' as const },
  ])('have one with %o', (change) => {
    expect(hasTypedOptions(t, { draft: { ...blank, ...read, ...change }, filledBy: byRead! })).toBe(true);
  });

  it('have one with a typed goal that some template also has', () => {
    expect(hasTypedOptions(t, typed({ streak_goal: read!.streak_goal }))).toBe(true);
  });
});
