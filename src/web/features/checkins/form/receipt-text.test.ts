import { describe, expect, it } from 'vitest';
import { getT } from '#platform/web/lib/language.ts';
import { nextText, pendingText, savedDaysText } from './receipt-text.ts';

describe('card after a check-in', () => {
  const t = getT();
  const own = { awayUntil: null, isLast: false };
  const last = { ...own, isLast: true };
  const without = { week: null };

  it('says nothing on an ordinary day and announces the last stitch', () => {
    expect(nextText(t, without, own)).toBeNull();
    expect(nextText(t, without, last)).toBe('That was the last stitch. Well done!');
  });

  it('says that a week is kept and when the next one begins', () => {
    const week = { from_day: '2026-11-30', to_day: '2026-12-06', done: 2, target: 3 };
    expect(nextText(t, { week }, own)).toBeNull();
    expect(nextText(t, { week: { ...week, done: 3 } }, own)).toBe('This week: 3 of 3. The next one begins on Monday.');
    const free = { ...week, done: 0, target: 0 };
    expect(nextText(t, { week: free }, own)).toBe('Nothing was due this week. This one still counts.');
    expect(nextText(t, { week: { ...week, done: 3 } }, last)).toBe('That was the last stitch. Well done!');
  });

  it('names the end of a break, unless the mission ends before it', () => {
    const away = { ...own, awayUntil: '2026-12-03' };
    expect(nextText(t, without, away)).toBe("You're on a break until 3 December.");
    expect(nextText(t, without, { ...away, isLast: true })).toBe('That was the last stitch. Well done!');
  });

  it('mentions rest days only if some were used', () => {
    expect([savedDaysText(t, 0), savedDaysText(t, 1), savedDaysText(t, 2)]).toEqual([
      null,
      'A day was saved.',
      '2 days were saved.',
    ]);
  });

  it("shows since when a pending check-in is stored, on the user's clock", () => {
    expect(pendingText(t, '2026-11-21T13:04:00.000Z', 'Asia/Kuala_Lumpur')).toBe(
      "Saved on this device at 21:04. It counts for today; we'll send it when you're back online.",
    );
  });
});
