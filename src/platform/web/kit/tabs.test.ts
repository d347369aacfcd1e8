import { expect, it } from 'vitest';
import { placeAfter } from './tabs.tsx';

const KEYS = ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Enter'];

it('The right arrow leads to the next of three tabs, the left one back, both round the ends.', () => {
  expect(KEYS.map((key) => placeAfter(key, 0, 3, false))).toEqual([1, 2, 0, 2, null]);
  expect(KEYS.map((key) => placeAfter(key, 2, 3, false))).toEqual([0, 1, 0, 2, null]);
});

it('In text from right to left the arrows change places; Home and End stay the first and the last.', () => {
  expect(KEYS.map((key) => placeAfter(key, 0, 3, true))).toEqual([2, 1, 0, 2, null]);
  expect(KEYS.map((key) => placeAfter(key, 2, 3, true))).toEqual([1, 0, 0, 2, null]);
});
