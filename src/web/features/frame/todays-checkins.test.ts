import { expect, test } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { todaysCheckins } from './todays-checkins.ts';

const mission = (id: string, asks: 'needed' | 'possible' | 'nothing') => ({
  id,
  needed_today: asks === 'needed',
  due_today: asks !== 'nothing',
});
const board = (missions: readonly ReturnType<typeof mission>[], done: readonly string[] = []) =>
  ({ missions, checked_in_missions: done }) as unknown as Dashboard;

test('is unknown before the dashboard has loaded', () => {
  expect(todaysCheckins(undefined)).toEqual({ state: 'unknown', missions: [] });
});

test.each([
  ['needed', [mission('a', 'needed'), mission('b', 'possible')], [], ['a']],
  ['needed', [mission('a', 'needed'), mission('b', 'nothing')], ['b'], ['a']],
  ['possible', [mission('a', 'possible'), mission('b', 'nothing')], [], ['a']],
  ['possible', [mission('a', 'possible'), mission('b', 'possible')], [], ['a', 'b']],
  ['done', [mission('a', 'nothing'), mission('b', 'possible')], ['a'], ['b']],
  ['done', [mission('a', 'nothing')], ['a'], []],
  ['none', [mission('a', 'nothing')], [], []],
] as const)('is %s, and opens the missions that need or allow a check-in, in case %#', (state, missions, done, ids) => {
  expect(todaysCheckins(board(missions, done))).toEqual({ state, missions: ids });
});
