import { describe, expect, it } from 'vitest';
import { DAILY, type Schedule } from '#domain/schedule.ts';
import { receiptText, restStory, roundStory } from './receipt-text.ts';

describe('the card after a check-in', () => {
  it('The card after a check-in says what was added and until when the streak is safe.', () => {
    const mission = { today: '2026-11-30', last_day: '2026-12-20', schedule: DAILY, week: null };
    expect(receiptText(mission, 15)).toBe(
      'One stitch sewn, 15 points added. The fire keeps until tomorrow, 1 December.',
    );
    expect(receiptText(mission, null)).toBe("Today's stitch is sewn. The fire keeps until tomorrow, 1 December.");
    expect(receiptText({ ...mission, today: '2026-12-20' }, 10)).toBe(
      'One stitch sewn, 10 points added. It was the last one. Well done.',
    );
  });

  it('The card after a check-in says what the schedule asks for next.', () => {
    const days = { today: '2026-11-30', last_day: '2026-12-20' };
    const weekdays = { ...days, schedule: { kind: 'weekdays', days: ['mon', 'wed'] } satisfies Schedule, week: null };
    expect(receiptText(weekdays, 10)).toBe(
      'One stitch sewn, 10 points added. The next one is due on Wednesday, 2 December.',
    );
    expect(receiptText({ ...weekdays, last_day: '2026-12-01' }, 10)).toBe(
      'One stitch sewn, 10 points added. It was the last one. Well done.',
    );
    const week = { from_day: '2026-11-30', to_day: '2026-12-06', done: 2, target: 3 };
    const weekly = { ...days, schedule: { kind: 'weekly', times: 3 } satisfies Schedule, week };
    expect(receiptText(weekly, 10)).toBe('One stitch sewn, 10 points added. This week: 2 of 3.');
  });

  it('An extra check-in is said to be one instead of adding 0 points.', () => {
    const week = { from_day: '2026-11-30', to_day: '2026-12-06', done: 3, target: 3 };
    const mission = { today: '2026-12-04', last_day: '2026-12-20', schedule: { kind: 'weekly', times: 3 } as const };
    expect(receiptText({ ...mission, week }, 0)).toBe('One extra stitch sewn. This week: 3 of 3.');
  });

  it.each([
    [1, [], null],
    [3, [], 'All 3 are in today. What a fire.'],
    [1, ['Kim'], 'You are the first of 2. Kim is still out there.'],
    [3, ['Farid', 'Kim'], '3 of 5 are in. Farid and Kim are still out there.'],
    [2, ['Farid', 'Kim', 'Sam'], '2 of 5 are in. Farid, Kim and one more are still out there.'],
    [2, ['Farid', 'Kim', 'Sam', 'Ana'], '2 of 6 are in. Farid, Kim and 2 more are still out there.'],
  ])(
    'The card after a check-in names members who have not checked in: with %i in and %j open.',
    (isIn, open, story) => {
      expect(roundStory({ isIn, open })).toBe(story);
    },
  );

  it('The card after a check-in mentions rest days only when some were used.', () => {
    expect([restStory(0), restStory(1), restStory(2)]).toEqual([
      null,
      'A rest day kept your streak whole.',
      '2 rest days kept your streak whole.',
    ]);
  });
});
