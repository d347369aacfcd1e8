import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { dayOf, daysBetween, earlierDay, isDay, laterDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import { canonicalZone } from '#platform/lib/zones.ts';
import { ROOT } from '#platform/start/root.ts';
import { liveCase } from './life.ts';
import { readAllCases, STANDARD, type WrittenCase } from './read-cases.ts';

const readJson = (name: string) => JSON.parse(readFileSync(join(STANDARD, name), 'utf8'));
const cases = readAllCases();
const counting = cases.filter(({ withdrawn }) => withdrawn === undefined);
const byId = cases.map((one): [string, WrittenCase] => [one.id, one]);

/** The number of cases in each group, withdrawn ones included. */
const GROUPS = {
  break: 14,
  calendar: 6,
  clock: 14,
  edit: 4,
  end: 11,
  extra: 8,
  join: 10,
  offline: 15,
  rest: 13,
  return: 11,
  several: 21,
  travel: 21,
  week: 24,
  weekday: 8,
  yesterday: 17,
  zone: 11,
};

const schema = readJson('case.schema.json');
const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false });
ajv.addSchema(schema, 'case');
const isCase = ajv.getSchema('case')!;
const isAnswer = ajv.getSchema('case#/$defs/answer')!;

describe('the files', () => {
  it('number the cases of each group from 01, and standard.json has their number', () => {
    const expected = Object.entries(GROUPS).flatMap(([group, count]) =>
      Array.from({ length: count }, (_, at) => ({ group, id: `${group}-${String(at + 1).padStart(2, '0')}` })),
    );
    expect(cases.map(({ group, id }) => ({ group, id }))).toEqual(expected);
    const { version, cases: count } = readJson('standard.json');
    expect(count).toBe(counting.length);
    expect(
      cases
        .map(({ since }) => since)
        .sort()
        .at(-1),
    ).toBe(version);
  });

  it('give no two cases the same title', () => {
    expect(new Set(counting.map(({ title }) => title)).size).toBe(counting.length);
  });

  it('are in the public domain', () => {
    expect(readFileSync(join(STANDARD, 'LICENSE'), 'utf8')).toContain('CC0 1.0 Universal');
  });
});

describe('a case', () => {
  it.each(byId)('%s matches the schema', (_, { group: __, ...written }) => {
    isCase(written);
    expect(isCase.errors).toBeNull();
  });

  it.each(byId)('%s lists its events in order, with zones and plans that exist', (_, one) => {
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

  it.each(byId)('%s expects a letter for each day of a plan up to today', (_, one) => {
    const moves = one.events.flatMap((event) => (event.do === 'move' ? [{ at: event.at, zone: event.zone }] : []));
    const zoneAt = (at: string) => moves.findLast((move) => move.at <= at)?.zone ?? one.zone;
    const today = dayOf(new Date(one.ask_at), zoneAt(one.ask_at));
    const edits = one.events.filter((event) => event.do === 'edit');
    for (const [letter, { days }] of Object.entries(one.expect.plans ?? {})) {
      const { joined_at, ...plan } = one.plans[letter]!;
      const joined_day = joined_at === undefined ? plan.first_day : dayOf(new Date(joined_at), zoneAt(joined_at));
      const { first_day, days: length } = edits.findLast(({ plan: edited }) => edited === letter) ?? plan;
      const until = earlierDay(today, lastDay(first_day, length));
      expect(days).toHaveLength(daysBetween(laterDay(first_day, joined_day), until) + 1);
    }
  });

  it.each(counting.map((one) => [one.id, one] as const))('has the expected result in the domain: %s', (_, one) => {
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

  it('names every case that counts, and only cases that exist', () => {
    const named = new Set<string>();
    for (const [, group = '', from = '', to = from] of page.matchAll(
      /\b([a-z]+)-(\d\d)\b(?!-)(?:\s+to\s+\1-(\d\d)\b)?/g,
    ))
      for (let at = Number(from); at <= Number(to); at += 1) named.add(`${group}-${String(at).padStart(2, '0')}`);
    expect(counting.filter(({ id }) => !named.has(id))).toEqual([]);
    expect([...named].filter((id) => cases.every((one) => one.id !== id))).toEqual([]);
  });

  it('shows a case of the standard unchanged', () => {
    const shown = JSON.parse(/```json\n([^`]+)```/.exec(page)![1]!);
    const { group: __, ...written } = cases.find(({ id }) => id === shown.id)!;
    expect(shown).toEqual(written);
  });
});

describe('the schema', () => {
  const one = { ...cases[0]!, group: undefined };
  it.each<[string, object]>([
    ['an id of no group', { id: 'moon-01' }],
    ['an unknown field', { points: 10 }],
    ['an instant after 2025', { ask_at: '2026-01-01T00:00:00Z' }],
    ['an instant before 1990', { ask_at: '1989-12-31T00:00:00Z' }],
    ['an instant with an offset', { ask_at: '2025-01-01T00:00:00+01:00' }],
    ['an offset for a zone', { zone: '+01:00' }],
    [
      'seven times a week',
      { plans: { a: { first_day: '2025-01-01', days: 7, schedule: { kind: 'weekly', times: 7 } } } },
    ],
    ['an unknown event', { events: [{ at: '2025-01-01T00:00:00Z', do: 'nap' }] }],
    ['a time of sending alone', { events: [{ at: one.ask_at, do: 'check_in', plan: 'a', sent_at: one.ask_at }] }],
    ['a letter of no state', { expect: { plans: { a: { days: 'cx' } } } }],
    ['a title that is a sentence', { title: 'A day of 23 hours is a day.' }],
  ])('refuses %s', (_, wrong) => {
    const { group: __, ...written } = one;
    expect(isCase(written)).toBe(true);
    expect(isCase({ ...written, ...wrong })).toBe(false);
  });

  it('accepts both kinds of answers, and no mixture', () => {
    expect(isAnswer({ skip: 'no breaks' })).toBe(true);
    expect(isAnswer({ check_ins: [], plans: {}, own: { streak: 0, longest: 0 } })).toBe(true);
    expect(isAnswer({ check_ins: [] })).toBe(false);
    expect(isAnswer({ skip: '' })).toBe(false);
    expect(isAnswer({ skip: 'no breaks', check_ins: [] })).toBe(false);
  });
});
