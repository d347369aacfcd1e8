import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type AmountWrite,
  dayHundredths,
  fromHundredths,
  hasArrived,
  makesCheckin,
  parseAmount,
  toHundredths,
} from './amounts.ts';
import { AMOUNT_MAX, AMOUNT_MIN } from './limits.ts';

const someWrite = fc.record({
  id: fc.uuid(),
  client_id: fc.option(fc.uuid()),
  kind: fc.constantFrom('add' as const, 'set' as const),
  hundredths: fc.nat(100_000),
  // Few instants, so that many writes share one.
  performed_ms: fc.nat(3),
});
const someWrites = fc.uniqueArray(someWrite, { selector: ({ id }) => id, maxLength: 12 });
const writeAt = (performed_ms: number, kind: AmountWrite['kind'], hundredths: number): AmountWrite => ({
  ...{ id: String(performed_ms), client_id: null, kind, hundredths, performed_ms },
});

it('the amount of a day does not depend on the order of arrival', () => {
  const shuffled = someWrites.chain((writes) =>
    fc.tuple(fc.constant(writes), fc.shuffledSubarray(writes, { minLength: writes.length })),
  );
  fc.assert(
    fc.property(shuffled, ([writes, others]) => {
      expect(dayHundredths(others)).toBe(dayHundredths(writes));
    }),
  );
});

it('a later set replaces what was before it, and a later add raises the amount', () => {
  fc.assert(
    fc.property(someWrites, fc.nat(100_000), (writes, hundredths) => {
      expect(dayHundredths([...writes, writeAt(9, 'set', hundredths)])).toBe(hundredths);
      expect(dayHundredths([...writes, writeAt(9, 'add', hundredths)])).toBe(dayHundredths(writes) + hundredths);
    }),
  );
  expect(dayHundredths([writeAt(2, 'add', 30), writeAt(1, 'set', 500), writeAt(0, 'add', 7)])).toBe(530);
});

it('numbers with two decimals are exact', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: AMOUNT_MAX * 100 }), (hundredths) => {
      expect(toHundredths(fromHundredths(hundredths))).toBe(hundredths);
      expect(toHundredths(Number((hundredths / 100).toFixed(2)))).toBe(hundredths);
    }),
  );
  expect([0.001, 1.005, 0.1 + 0.2, 1e-7].map(toHundredths)).toEqual([null, null, null, null]);
});

it('typed amounts have a point or a comma in every language', () => {
  const parse = (text: string) => parseAmount(text, 0);
  expect(['8214', '8214,5', '8214.50', ' 5 ', '0', '٨٫٥', '۱۲', '1000000'].map(parse)).toEqual([
    ...[8214, 8214.5, 8214.5, 5, 0, 8.5, 12, 1_000_000],
  ]);
  const unclear = ['', '8.214', '8 214', '8,214', '-1', '1e3', '.5', '5.', '1000001', '1000000.01', '12345678', '5 km'];
  expect(unclear.map(parse)).toEqual(unclear.map(() => null));
  expect(parseAmount('0', AMOUNT_MIN)).toBeNull();
});

it('an amount makes a check-in if it rose, and with a target if it reached that', () => {
  const any = { counts_at: 'any', target_hundredths: 800 } as const;
  const target = { counts_at: 'target', target_hundredths: 800 } as const;
  const changes = [
    { before: 0, after: 1 },
    { before: 700, after: 800 },
    { before: 900, after: 850 },
    { before: 0, after: 0 },
  ];
  expect(changes.map((change) => makesCheckin(any, change))).toEqual([true, true, false, false]);
  expect(changes.map((change) => makesCheckin(target, change))).toEqual([false, true, false, false]);
});

it('members arrive together, each with a part in the road', () => {
  expect(hasArrived({ length: 1000, done: 1000 }, 1)).toBe(true);
  expect(hasArrived({ length: 1000, done: 1000 }, 0)).toBe(false);
  expect(hasArrived({ length: 1000, done: 999 }, 999)).toBe(false);
  expect(hasArrived({ length: null, done: null }, 5)).toBe(false);
});
