import { describe, expect, it } from 'vitest';
import type { Insights } from '#contract/insights.ts';
import { bridgeText, busiestHour, healthText, insightSentence, weekdaySentence } from './insight-text.ts';

describe('what the insights say', () => {
  it.each([
    [0, 0, 'Your first check-ins will show here what suits you.'],
    [0, 9, 'Your first check-ins will show here what suits you.'],
    [1, 1, 'You checked in on every one of 1 day.'],
    [12, 14, 'You checked in on 12 of 14 days.'],
  ])('With %i of %i days checked in, the first sentence is right.', (days_checked, days_open, sentence) => {
    expect(insightSentence({ days_checked, days_open })).toBe(sentence);
  });

  it('The weekday sentence names the best and the hardest weekday where there is one.', () => {
    const say = (best_weekday: number | null, hardest_weekday: number | null) =>
      weekdaySentence({ best_weekday, hardest_weekday } as Insights);
    expect(say(1, 6)).toBe('Tuesdays carry you. Sundays ask the most: a smaller step may help there.');
    expect(say(1, null)).toBe('Tuesdays carry you.');
    expect(say(null, 6)).toBe('Sundays ask the most: a smaller step may help there.');
    expect(say(null, null)).toBe('No weekday stands out yet.');
  });

  it('The busiest hour is the one with most check-ins on all weekdays.', () => {
    expect(busiestHour([])).toBeNull();
    expect(
      busiestHour([
        { weekday: 0, hour: 21, checkins: 2 },
        { weekday: 1, hour: 7, checkins: 2 },
        { weekday: 2, hour: 7, checkins: 1 },
      ]),
    ).toBe(7);
  });

  it('A streak names the rest days and travel days that bridged it.', () => {
    expect(bridgeText({ rest_days: 0, excused_days: 0 })).toBe('');
    expect(bridgeText({ rest_days: 1, excused_days: 2 })).toBe('1 rest day, 2 travel days');
  });

  it('The health text compares the last week with the two before.', () => {
    const person = { user_id: '', name: '', avatar_url: null, recent_checked: 2, recent_open: 7 };
    expect(healthText({ ...person, earlier_checked: 9, earlier_open: 14 })).toBe(
      '2 of 7 days this week, 9 of 14 before',
    );
    expect(healthText({ ...person, earlier_checked: 0, earlier_open: 0 })).toBe('2 of 7 days this week');
  });
});
