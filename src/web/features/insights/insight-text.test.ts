import { describe, expect, it } from 'vitest';
import type { Insights } from '#contract/insights.ts';
import { lookOf } from '#domain/looks.ts';
import { getT } from '#platform/web/lib/language.ts';
import {
  bridgeText,
  busiestHour,
  comparesWeekdays,
  healthText,
  insightSentence,
  rhythmSentence,
  weekdaySentence,
} from './insight-text.ts';

describe('texts of insights', () => {
  it.each([
    [1, 1, 'One check-in day: Nov 22.'],
    [14, 14, 'You checked in on all 14 days, Nov 9 to Nov 22.'],
    [12, 14, 'You checked in on 12 of 14 days, Nov 9 to Nov 22.'],
  ])('describe %i of %i checked days', (days_checked, days_open, sentence) => {
    expect(insightSentence(getT(), { days_checked, days_open }, 'Nov 9', 'Nov 22')).toBe(sentence);
  });

  /** Returns insights with this many whole weeks that required something, and the current week. */
  const insightsAfter = (weeks: number, best_weekday: number | null, hardest_weekday: number | null) => {
    const week = (days_open: number) => ({ from: '2026-11-16', checkins: 0, days_checked: 0, days_open });
    const before = Array.from({ length: 11 }, (_, i) => week(i < 11 - weeks ? 0 : 3));
    return { best_weekday, hardest_weekday, full: { weeks: [...before, week(1)] } } as unknown as Insights;
  };

  it('name the best and the hardest weekday if they are known', () => {
    const say = (best: number | null, hardest: number | null) =>
      weekdaySentence(getT(), insightsAfter(4, best, hardest));
    expect(say(1, 6)).toBe('Tuesdays are your best. Sundays are hardest. Try a smaller step.');
    expect(say(1, null)).toBe('Tuesdays are your best.');
    expect(say(null, 6)).toBe('Sundays are hardest. Try a smaller step.');
    expect(say(null, null)).toBe('No weekday stands out yet.');
  });

  it("say nothing about weekdays before four whole weeks, or from the preview's 14 days", () => {
    expect(weekdaySentence(getT(), insightsAfter(3, 1, 6))).toBe(
      'After four weeks of check-ins, your best days appear here.',
    );
    expect(weekdaySentence(getT(), { best_weekday: 1, hardest_weekday: 6, full: null } as Insights)).toBe(
      'Your last 14 days by weekday.',
    );
  });

  it('take the busiest hour from the check-ins of all weekdays', () => {
    expect(busiestHour([])).toBeNull();
    expect(
      busiestHour([
        { weekday: 0, hour: 21, checkins: 2 },
        { weekday: 1, hour: 7, checkins: 2 },
        { weekday: 2, hour: 7, checkins: 1 },
      ]),
    ).toBe(7);
  });

  it.each([
    [0, 'No check-ins in this time yet.'],
    [1, 'After ten check-ins, your usual hour appears here.'],
    [9, 'After ten check-ins, your usual hour appears here.'],
    [10, 'You usually check in around 19:00.'],
  ])('name the usual hour from ten check-ins on: %i', (checkins, sentence) => {
    const rhythm = checkins === 0 ? [] : [{ weekday: 0, hour: 19, checkins }];
    expect(rhythmSentence(getT(), rhythm)).toBe(sentence);
  });

  it('compare weekdays only if there are two, or might be later', () => {
    const weekdays = (asked: number) =>
      Array.from({ length: 7 }, (_, weekday) => ({ weekday, days_open: weekday < asked ? 3 : 0 }));
    const compares = (asked: number, insights: Insights) =>
      comparesWeekdays({ ...insights, weekdays: weekdays(asked) } as Insights);
    expect(compares(0, insightsAfter(1, null, null))).toBe(false);
    expect(compares(1, insightsAfter(1, null, null))).toBe(true);
    expect(compares(1, insightsAfter(4, null, null))).toBe(false);
    expect(compares(2, insightsAfter(4, null, null))).toBe(true);
    expect(compares(1, { full: null } as Insights)).toBe(false);
  });

  it('name the rest days and travel days that a streak used', () => {
    expect(bridgeText(getT(), { rest_days: 0, excused_days: 0 })).toBe('');
    expect(bridgeText(getT(), { rest_days: 1, excused_days: 2 })).toBe('1 day saved, 2 days off');
  });

  it('compare the last week with the two before', () => {
    const person = { user_id: '', name: '', avatar_url: null, look: lookOf(''), recent_checked: 2, recent_open: 7 };
    expect(healthText(getT(), { ...person, earlier_checked: 9, earlier_open: 14 })).toBe(
      '2 of 7 days this week, 9 of 14 before',
    );
    expect(healthText(getT(), { ...person, earlier_checked: 0, earlier_open: 0 })).toBe('2 of 7 days this week');
  });
});
