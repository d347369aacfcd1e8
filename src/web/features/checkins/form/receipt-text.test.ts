import { describe, expect, it } from 'vitest';
import { getT } from '#platform/web/lib/language.ts';
import { nextText, pendingText, savedDaysText } from './receipt-text.ts';

describe('the card after a check-in', () => {
  const t = getT();
  const own = { awayUntil: null, isLast: false };
  const last = { ...own, isLast: true };
  const without = { week: null };

  it('It says nothing of a day like others, and that the last stitch was the last.', () => {
    expect(nextText(t, without, own)).toBeNull();
    expect(nextText(t, without, last)).toBe('That was the last stitch. Well done!');
  });

  it('It says that a week is kept, and when the next one begins.', () => {
    const week = { from_day: '2026-11-30', to_day: '2026-12-06', done: 2, target: 3 };
    expect(nextText(t, { week }, own)).toBeNull();
    expect(nextText(t, { week: { ...week, done: 3 } }, own)).toBe('This week: 3 of 3. The next one begins on Monday.');
    const free = { ...week, done: 0, target: 0 };
    expect(nextText(t, { week: free }, own)).toBe('Nothing was due this week. This one still counts.');
    expect(nextText(t, { week: { ...week, done: 3 } }, last)).toBe('That was the last stitch. Well done!');
  });

  it('In a break it says until when, unless the mission ends with it.', () => {
    const away = { ...own, awayUntil: '2026-12-03' };
    expect(nextText(t, without, away)).toBe("You're on a break until 3 December.");
    expect(nextText(t, without, { ...away, isLast: true })).toBe('That was the last stitch. Well done!');
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
