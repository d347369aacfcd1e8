import { expect, test } from 'vitest';
import { scheduleAndLength } from './schedule-text.ts';

test('A schedule is said with the length of its mission.', () => {
  expect(scheduleAndLength({ kind: 'weekly', times: 3 }, 28)).toBe('3 times a week, for 28 days');
  expect(scheduleAndLength({ kind: 'weekly', times: 1 }, 7)).toBe('Once a week, for 7 days');
  expect(scheduleAndLength({ kind: 'weekdays', days: ['mon', 'wed', 'fri'] }, 1)).toBe('Mon, Wed, Fri, for 1 day');
});
