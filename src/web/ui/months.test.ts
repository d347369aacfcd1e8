import { describe, expect, it } from 'vitest';
import { addMonths, moveByMonths, weeksOf } from './months.ts';

describe('months', () => {
  it('Adding months crosses the turn of the year in both directions.', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2027-01', -1)).toBe('2026-12');
    expect(addMonths('2026-11', 14)).toBe('2028-01');
  });

  it('Moving by months keeps the day, or takes the last one of a shorter month.', () => {
    expect(moveByMonths('2026-11-21', 1)).toBe('2026-12-21');
    expect(moveByMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(moveByMonths('2028-03-31', -1)).toBe('2028-02-29');
  });

  it('A month is laid out in weeks from Monday to Sunday.', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
    expect(weeks.flat().filter((day) => day !== null)).toHaveLength(30);
    expect(weeksOf('2027-02')).toHaveLength(4);
  });
});
