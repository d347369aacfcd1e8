import { expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { addDays, dayNumber, dayText } from '#domain/days.ts';
import { toWire } from '#domain/life-wire.ts';
import { getT } from '#platform/web/lib/language.ts';
import { buildLife, buildMembership } from '#web/testing/build-life.ts';
import { isLastCheckin, nextDay, seeYou } from './next-day.ts';

// A Monday.
const TODAY = '2026-11-30';
const FRIDAY = 16;

type Fields = Parameters<typeof buildMembership>[1];
/** A mission of three weeks from `first`, with check-ins on its first `done` days. */
const mission = (fields: Fields = {}, { first = TODAY, length = 21, done = 0 } = {}) =>
  buildMembership({ first, length, days: Array.from({ length: done }, (_, at) => addDays(first, at)) }, fields);
const THREE = { times: 3 };
const until = (day: string) => [[TODAY, day]] as const;

it.each([
  ['a daily mission', mission(), [], '2026-12-01'],
  ['its last day', mission({}, { length: 1 }), [], null],
  ['a mission to come', mission({}, { first: '2026-12-07' }), [], '2026-12-07'],
  ['a mission that is over', mission({}, { first: '2026-11-01' }), [], null],
  ['a break', mission(), until('2026-12-03'), '2026-12-04'],
  ['a break until its end', mission(), until('2026-12-20'), null],
  ['certain days', mission({ weekdays: FRIDAY }), [], '2026-12-04'],
  ['certain days after a break', mission({ weekdays: FRIDAY }), until('2026-12-04'), '2026-12-11'],
  ['a running week', mission(THREE, { done: 1 }), [], '2026-12-01'],
  ['a kept week', mission(THREE, { first: '2026-11-28', done: 3 }), [], '2026-12-05'],
  ['a break for the rest of the week', mission(THREE), until('2026-12-06'), '2026-12-07'],
  ['a break that leaves the next week too short', mission(THREE), until('2026-12-11'), '2026-12-14'],
  ['a kept week before two days', mission(THREE, { first: '2026-11-28', length: 9, done: 3 }), [], null],
] as const)('finds the next day after %s', (_, membership, breaks, day) => {
  const life = buildLife([membership], breaks);
  const next = nextDay(life, ['m'], dayNumber(TODAY));
  expect(next === null ? null : dayText(next)).toBe(day);
  expect(isLastCheckin({ life: toWire(life) }, { id: 'm', today: TODAY })).toBe(day === null);
  expect(isLastCheckin({ life: toWire(life) }, { id: 'another', today: TODAY })).toBe(false);
});

it.each([
  ['tomorrow', ['2026-12-14', '2026-12-01'], [], 'See you tomorrow!'],
  ['a weekday', ['2026-12-06'], [], 'See you on Sunday!'],
  ['a date from the same weekday on', ['2026-12-07'], [], 'See you on 7 December!'],
  ['nothing', [], [], null],
  ['the day after a break that begins tomorrow', [TODAY], [['2026-12-01', '2026-12-03']], 'See you on Friday!'],
  [
    'the day after two breaks in a row',
    [TODAY],
    [
      [TODAY, '2026-12-02'],
      ['2026-12-03', '2026-12-04'],
    ],
    'See you on Saturday!',
  ],
  ['a day before a break', [TODAY], [['2026-12-02', '2026-12-03']], 'See you tomorrow!'],
] as const)('says goodbye until %s', (_, firsts, breaks, words) => {
  const memberships = firsts.map((first, at) => mission({ id: `m${at}` }, { first }));
  const missions = memberships.map(({ id }) => ({ id })) as Dashboard['missions'];
  const life = toWire(buildLife(memberships, breaks));
  expect(seeYou(getT(), { missions, today: TODAY, life })).toBe(words);
});
