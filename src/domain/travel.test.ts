import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from './days.ts';
import { isExcusing, type ZoneChange } from './travel.ts';

const FIRST = '2024-02-20';
const day = (index: number) => addDays(FIRST, index);

describe('excusing zone changes', () => {
  const change = (hours: number, from: number, to: number): ZoneChange => ({
    changed_at: new Date(Date.parse(`${FIRST}T00:00:00Z`) + hours * 3_600_000),
    old_day: day(from),
    new_day: day(to),
  });
  const excusing = (changes: readonly ZoneChange[]) =>
    changes.reduce<ZoneChange[]>((stored, one) => (isExcusing(one, stored) ? stored.concat(one) : stored), []);
  const daysOf = (changes: readonly ZoneChange[]) =>
    excusing(changes).map(({ old_day }) => daysBetween(FIRST, old_day));

  it('happens when a change moves the calendar forward', () => {
    expect(daysOf([change(0, 0, 1), change(1, 1, 3)])).toEqual([0, 1]);
    expect(daysOf([change(0, 1, 0), change(1, 3, 3)])).toEqual([]);
  });

  it('is limited to 2 changes within 7 times 24 hours', () => {
    const week = 7 * 24;
    const changes = [change(0, 0, 1), change(24, 1, 2), change(48, 2, 3), change(week - 1, 6, 7), change(week, 7, 8)];
    expect(daysOf(changes)).toEqual([0, 1, 7]);
    // Changes to the west do not count toward the two.
    const crossings = [change(0, 0, 1), change(1, 1, 0), change(2, 0, 1), change(3, 2, 3)];
    expect(daysOf(crossings)).toEqual([0, 0]);
  });

  it('includes every change forward, except after two in the same week', () => {
    const step = fc.record({ hours: fc.integer({ min: 0, max: 90 }), days: fc.integer({ min: -1, max: 1 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let hours = 0;
        const stored: ZoneChange[] = [];
        for (const [at, { hours: later, days: forward }] of steps.entries()) {
          hours += later;
          const one = change(hours, at, at + forward);
          const week = stored.filter(({ changed_at }) => +one.changed_at - +changed_at < 7 * 24 * 3_600_000);
          expect(isExcusing(one, stored)).toBe(forward > 0 && week.length < 2);
          // The last two decide, so a caller need not read more.
          expect(isExcusing(one, stored.slice(-2))).toBe(isExcusing(one, stored));
          if (isExcusing(one, stored)) stored.push(one);
        }
      }),
    );
  });
});
