import { describe, expect, it } from 'vitest';
import { addDays } from './days.ts';
import { buildLedger } from './ledger.ts';

const today = '2026-03-10';
const none = new Set<string>();
const noCheckins = { today, checked: none, rest: none, excused: none };

describe('buildLedger', () => {
  it('The ledger lists the last 90 days, oldest first.', () => {
    const ledger = buildLedger(noCheckins);
    expect(ledger.map(({ day }) => day)).toEqual(Array.from({ length: 90 }, (_, index) => addDays(today, index - 89)));
    expect(ledger.at(-1)).toEqual({ day: today, state: 'open' });
    expect(ledger.slice(0, -1).every(({ state }) => state === 'missed')).toBe(true);
  });

  it('Each day of the ledger has one state: checked wins over excused, excused over rest, rest over missed.', () => {
    const all = ['2026-03-05', '2026-03-06', '2026-03-07'];
    const ledger = buildLedger({
      today,
      checked: new Set(['2026-03-05']),
      excused: new Set(['2026-03-05', '2026-03-06']),
      rest: new Set(all),
      from: '2026-03-05',
    });
    expect(ledger.map(({ state }) => state)).toEqual(['checked', 'excused', 'rest', 'missed', 'missed', 'open']);
  });

  it('Today is open in the ledger until it is checked, even if it is a rest day or excused.', () => {
    const days = { ...noCheckins, excused: new Set([today]), rest: new Set([today]), days: 1 };
    expect(buildLedger(days)).toEqual([{ day: today, state: 'open' }]);
    expect(buildLedger({ ...days, checked: new Set([today]) })).toEqual([{ day: today, state: 'checked' }]);
  });

  it('Today is excused in the ledger from its beginning on if it belongs to a break, until it is checked.', () => {
    const paused = new Set([today]);
    const days = { ...noCheckins, excused: paused, paused, days: 1 };
    expect(buildLedger(days)).toEqual([{ day: today, state: 'excused' }]);
    expect(buildLedger({ ...days, checked: new Set([today]) })).toEqual([{ day: today, state: 'checked' }]);
  });

  it('The ledger leaves out days before the first and after the last one that counts.', () => {
    const ledger = buildLedger({ ...noCheckins, from: '2026-03-01', to: '2026-03-03' });
    expect(ledger.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
    expect(buildLedger({ ...noCheckins, from: '2026-04-01' })).toEqual([]);
  });
});
