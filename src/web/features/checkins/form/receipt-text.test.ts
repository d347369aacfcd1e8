import { describe, expect, it } from 'vitest';
import { DAILY, type Schedule } from '#domain/schedule.ts';
import { getT } from '#platform/web/lib/language.ts';
import { nextText, pendingText, savedDaysText } from './receipt-text.ts';

describe('the card after a check-in', () => {
  const t = getT();
  const days = { today: '2026-11-30', first_day: '2026-11-16', last_day: '2026-12-20', duration_days: 35, week: null };
  const own = { until: null, next: null };
  const daily = { ...days, schedule: DAILY };

  it('It says nothing of a day like others, and that the last stitch was the last.', () => {
    expect(nextText(t, daily, own)).toBeNull();
    expect(nextText(t, { ...daily, today: '2026-12-20' }, own)).toBe('That was the last stitch. Well done!');
  });

  it('It says that a week is kept, and when the next one begins.', () => {
    const weekdays = { ...days, schedule: { kind: 'weekdays', days: ['mon', 'wed'] } satisfies Schedule };
    expect(nextText(t, weekdays, own)).toBeNull();
    expect(nextText(t, { ...weekdays, last_day: '2026-12-01' }, own)).toBe('That was the last stitch. Well done!');
    const week = { from_day: '2026-11-30', to_day: '2026-12-06', done: 2, target: 3 };
    const weekly = { ...days, schedule: { kind: 'weekly', times: 3 } satisfies Schedule, week };
    expect(nextText(t, weekly, own)).toBeNull();
    // An extra check-in goes beyond the target.
    expect(nextText(t, { ...weekly, week: { ...week, done: 4 } }, own)).toBe(
      'This week: 3 of 3. The next one begins on Monday.',
    );
    const free = { ...weekly, week: { ...week, done: 0, target: 0 } };
    expect(nextText(t, free, own)).toBe('Nothing was due this week. This one still counts.');
    const last = { last_day: '2026-12-06', duration_days: 21 };
    expect(nextText(t, { ...weekly, ...last, week: { ...week, done: 3 } }, own)).toBe(
      'That was the last stitch. Well done!',
    );
  });

  it('In a break it says until when, unless the mission ends with it.', () => {
    const away = { until: '2026-12-03', next: null };
    expect(nextText(t, daily, away)).toBe("You're on a break until 3 December.");
    expect(nextText(t, { ...daily, last_day: '2026-12-03' }, away)).toBe('That was the last stitch. Well done!');
  });

  it('It mentions rest days only when some were used.', () => {
    expect([savedDaysText(t, 0), savedDaysText(t, 1), savedDaysText(t, 2)]).toEqual([
      null,
      'A day was saved.',
      '2 days were saved.',
    ]);
  });

  it('What is on this device alone says since when, on the clock of its user.', () => {
    expect(pendingText(t, '2026-11-21T13:04:00.000Z', 'Asia/Kuala_Lumpur')).toBe(
      "Saved on this device at 21:04. It counts for today; we'll send it when you're back online.",
    );
  });
});
