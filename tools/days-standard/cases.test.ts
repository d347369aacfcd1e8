import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { dayOf, daysBetween, earlierDay, isDay, laterDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import { canonicalZone } from '#platform/lib/zones.ts';
import { ROOT } from '#platform/start/root.ts';
import { liveCase } from './life.ts';
import { readCases, STANDARD, type WrittenCase } from './read-cases.ts';

const readJson = (name: string) => JSON.parse(readFileSync(join(STANDARD, name), 'utf8'));
const cases = readCases();
const byId = cases.map((one): [string, WrittenCase] => [one.id, one]);

/** How many cases each group has. */
const GROUPS = {
  break: 14,
  calendar: 6,
  clock: 14,
  end: 7,
  extra: 8,
  join: 7,
  offline: 14,
  rest: 8,
  return: 6,
  several: 10,
  travel: 17,
  week: 19,
  weekday: 8,
  yesterday: 12,
  zone: 11,
};

const schema = readJson('case.schema.json');
const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false });
ajv.addSchema(schema, 'case');
const isCase = ajv.getSchema('case')!;
const isAnswer = ajv.getSchema('case#/$defs/answer')!;

describe('the files', () => {
  it('Each group has its cases, numbered from 01, and standard.json says how many there are.', () => {
    const expected = Object.entries(GROUPS).flatMap(([group, count]) =>
      Array.from({ length: count }, (_, at) => ({ group, id: `${group}-${String(at + 1).padStart(2, '0')}` })),
    );
    expect(cases.map(({ group, id }) => ({ group, id }))).toEqual(expected);
    const { version, cases: count } = readJson('standard.json');
    expect(count).toBe(cases.filter(({ withdrawn }) => withdrawn === undefined).length);
    expect(
      cases
        .map(({ since }) => since)
        .sort()
        .at(-1),
    ).toBe(version);
  });

  it('No two cases have the same title.', () => {
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
  });

  it('The folder is in the public domain.', () => {
    expect(readFileSync(join(STANDARD, 'LICENSE'), 'utf8')).toContain('CC0 1.0 Universal');
  });
});

describe('a case', () => {
  it.each(byId)('%s has the form that the schema describes.', (_, { group: __, ...written }) => {
    isCase(written);
    expect(isCase.errors).toBeNull();
  });

  it.each(byId)('%s says when things happen in order, and of what there is.', (_, one) => {
    const zones = [one.zone, ...one.events.flatMap((event) => (event.do === 'move' ? [event.zone] : []))];
    expect(zones.filter((zone) => canonicalZone(zone) === null)).toEqual([]);
    const plans = one.events.flatMap((event) => ('plan' in event ? [event.plan] : []));
    expect(plans.filter((letter) => !one.plans[letter])).toEqual([]);
    const instants = [...one.events.map(({ at }) => at), one.ask_at];
    expect(instants).toEqual([...instants].sort());
    expect(Object.values(one.plans).every(({ first_day }) => isDay(first_day))).toBe(true);
    const tries = one.events.filter((event) => event.do === 'check_in').length;
    expect(one.expect.check_ins).toHaveLength(tries);
    // Seven times a week is every day, and a week needs seven days.
    expect(Object.values(one.plans).filter(({ schedule, days }) => schedule.kind === 'weekly' && days < 7)).toEqual([]);
  });

  it.each(byId)(
    '%s expects a letter for each day from the first day or joining to today or the last day.',
    (_, one) => {
      const moves = one.events.flatMap((event) => (event.do === 'move' ? [{ at: event.at, zone: event.zone }] : []));
      const zoneAt = (at: string) => moves.findLast((move) => move.at <= at)?.zone ?? one.zone;
      const today = dayOf(new Date(one.ask_at), zoneAt(one.ask_at));
      for (const [letter, { days }] of Object.entries(one.expect.plans ?? {})) {
        const { first_day, joined_at, ...plan } = one.plans[letter]!;
        const joined_day = joined_at === undefined ? first_day : dayOf(new Date(joined_at), zoneAt(joined_at));
        const until = earlierDay(today, lastDay(first_day, plan.days));
        expect(days).toHaveLength(daysBetween(laterDay(first_day, joined_day), until) + 1);
      }
    },
  );

  it.each(byId)('%s is answered as expected by the functions that the server calls.', (_, one) => {
    const answer = liveCase(one);
    isAnswer(answer);
    expect(isAnswer.errors).toBeNull();
    const { check_ins, ...rest } = one.expect;
    expect(answer.check_ins).toEqual(check_ins);
    expect(answer).toMatchObject(rest);
  });
});

describe('docs/days.md', () => {
  const page = readFileSync(join(ROOT, 'docs/days.md'), 'utf8');

  it('The page names every case beside its rule, and none that there is not.', () => {
    const named = new Set<string>();
    for (const [, group = '', from = '', to = from] of page.matchAll(
      /\b([a-z]+)-(\d\d)\b(?!-)(?:\s+to\s+\1-(\d\d)\b)?/g,
    ))
      for (let at = Number(from); at <= Number(to); at += 1) named.add(`${group}-${String(at).padStart(2, '0')}`);
    expect([...named].sort()).toEqual(cases.map(({ id }) => id).sort());
  });

  it('The case that the page shows is the one in the standard.', () => {
    const shown = JSON.parse(/```json\n([^`]+)```/.exec(page)![1]!);
    const { group: __, ...written } = cases.find(({ id }) => id === shown.id)!;
    expect(shown).toEqual(written);
  });
});

describe('the schema', () => {
  const one = { ...cases[0]!, group: undefined };
  it.each<[string, object]>([
    ['an id of no group', { id: 'moon-01' }],
    ['a field that there is not', { points: 10 }],
    ['an instant after 2025', { ask_at: '2026-01-01T00:00:00Z' }],
    ['an instant before 1990', { ask_at: '1989-12-31T00:00:00Z' }],
    ['an instant with an offset', { ask_at: '2025-01-01T00:00:00+01:00' }],
    ['an offset for a zone', { zone: '+01:00' }],
    [
      'seven times a week',
      { plans: { a: { first_day: '2025-01-01', days: 7, schedule: { kind: 'weekly', times: 7 } } } },
    ],
    ['an event that there is not', { events: [{ at: '2025-01-01T00:00:00Z', do: 'nap' }] }],
    ['a time of sending alone', { events: [{ at: one.ask_at, do: 'check_in', plan: 'a', sent_at: one.ask_at }] }],
    ['a letter of no state', { expect: { plans: { a: { days: 'cx' } } } }],
    ['a title that is a sentence', { title: 'A day of 23 hours is a day.' }],
  ])('The schema refuses %s.', (_, wrong) => {
    const { group: __, ...written } = one;
    expect(isCase(written)).toBe(true);
    expect(isCase({ ...written, ...wrong })).toBe(false);
  });

  it('The schema knows both kinds of answers, and no mixture.', () => {
    expect(isAnswer({ skip: 'no breaks' })).toBe(true);
    expect(isAnswer({ check_ins: [], plans: {}, own: { streak: 0, longest: 0 } })).toBe(true);
    expect(isAnswer({ check_ins: [] })).toBe(false);
    expect(isAnswer({ skip: '' })).toBe(false);
    expect(isAnswer({ skip: 'no breaks', check_ins: [] })).toBe(false);
  });
});
