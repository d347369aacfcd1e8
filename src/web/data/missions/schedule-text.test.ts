import { expect, test } from 'vitest';
import { planInWords } from './schedule-text.ts';

test('A schedule is said with the length of its mission.', () => {
  expect(planInWords({ kind: 'weekly', times: 3 }, 28)).toBe('3 times a week, for 28 days');
  expect(planInWords({ kind: 'weekly', times: 1 }, 7)).toBe('Once a week, for 7 days');
  expect(planInWords({ kind: 'weekdays', days: ['mon', 'wed', 'fri'] }, 1)).toBe('Mon, Wed, Fri, for 1 day');
});
