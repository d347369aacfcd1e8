import { expect, it } from 'vitest';
import type { Schedule } from '#domain/schedule.ts';
import { getT } from '#platform/web/lib/language.ts';
import { scheduleAndLength, scheduleInWords } from './schedule-text.ts';

const WEEKDAYS: Schedule = { kind: 'weekdays', days: ['fri', 'mon', 'wed'] };

it('formats a schedule and its length as a line', () => {
  const t = getT();
  expect(scheduleAndLength(t, { kind: 'weekly', times: 3 }, 28)).toBe('3 times a week, for 28 days');
  expect(scheduleAndLength(t, { kind: 'weekly', times: 1 }, 7)).toBe('Once a week, for 7 days');
  expect(scheduleAndLength(t, WEEKDAYS, 1)).toBe('Mon, Wed, Fri, for 1 day');
});

it('formats a schedule inside a sentence, with weekdays in order', () => {
  const t = getT();
  expect(scheduleInWords(t, { kind: 'daily' })).toBe('every day');
  expect(scheduleInWords(t, { kind: 'weekly', times: 1 })).toBe('once a week');
  expect(scheduleInWords(t, { kind: 'weekly', times: 3 })).toBe('3 times a week');
  expect(scheduleInWords(t, WEEKDAYS)).toBe('Mon, Wed, Fri');
});
