import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDays, hasDay, packDays, withDay } from './day-bits.ts';
import { DURATION_MAX } from './limits.ts';

const days = fc.uniqueArray(fc.nat(DURATION_MAX - 1));
const rowOf = (set: readonly number[]) =>
  Array.from({ length: DURATION_MAX }, (_, day) => (set.includes(day) ? '1' : '0')).join('');

describe('a set of days', () => {
  it('contains exactly the packed days', () => {
    fc.assert(
      fc.property(days, (set) => {
        const bits = packDays(rowOf(set));
        const found = Array.from({ length: DURATION_MAX + 12 }, (_, at) => at - 3).filter((day) => hasDay(bits, day));
        expect(found).toEqual([...set].sort((one, other) => one - other));
        expect(countDays(bits)).toBe(set.length);
      }),
    );
  });

  it('is the same whether days are added one at a time or packed in one step', () => {
    fc.assert(
      fc.property(days, (set) => {
        expect(set.reduce((bits, day) => withDay(bits, day), '')).toBe(packDays(rowOf(set)));
      }),
    );
  });

  it('packs rows of any length into whole digits without trailing zeros', () => {
    for (const [row, bits] of [
      ['01', '4'],
      ['00010', '1'],
      ['1000100', '88'],
      ['00000', ''],
      ['000000001', '008'],
    ] as const)
      expect(packDays(row), row).toBe(bits);
  });

  it('takes at most 92 characters for a year', () => {
    expect(packDays('0'.repeat(DURATION_MAX))).toBe('');
    expect(packDays('1')).toBe('8');
    expect(packDays('1'.repeat(DURATION_MAX))).toHaveLength(92);
  });
});
