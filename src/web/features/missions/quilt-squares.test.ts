import { describe, expect, it } from 'vitest';
import { shownDays, squaresOf } from './quilt-squares.ts';

describe('the squares of a member', () => {
  it('say what each day was, on the own calendar', () => {
    const member = {
      joined_day: '2026-11-18',
      today: '2026-11-22',
      days: ['2026-11-18', '2026-11-21'],
      rest_days: ['2026-11-20'],
    };
    const days = shownDays({ first_day: '2026-11-17', last_day: '2026-11-23' }, '2026-11-22', 60);
    expect(squaresOf(member, days)).toEqual(['before', 'sewn', 'missed', 'rest', 'sewn', 'open', 'later']);
  });
});

describe('the days shown', () => {
  const year = { first_day: '2026-01-01', last_day: '2026-12-31' };

  it('are all of a short mission', () => {
    expect(shownDays({ first_day: '2026-11-01', last_day: '2026-11-07' }, '2026-11-30', 14)).toHaveLength(7);
  });

  it('of a long one end with tomorrow', () => {
    const days = shownDays(year, '2026-11-21', 14);
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-09', '2026-11-22', 14]);
  });

  it('never leave the mission', () => {
    expect(shownDays(year, '2025-12-01', 60)[0]).toBe('2026-01-01');
    expect(shownDays(year, '2027-03-01', 60).at(-1)).toBe('2026-12-31');
  });
});
