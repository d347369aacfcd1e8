import { expect, it } from 'vitest';
import { placeAfter } from './tabs.tsx';

const KEYS = ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Enter'];

it('moves right and left with the arrow keys and wraps at both ends', () => {
  expect(KEYS.map((key) => placeAfter(key, 0, 3, false))).toEqual([1, 2, 0, 2, null]);
  expect(KEYS.map((key) => placeAfter(key, 2, 3, false))).toEqual([0, 1, 0, 2, null]);
});

it('swaps the arrow keys in text from right to left, but not Home and End', () => {
  expect(KEYS.map((key) => placeAfter(key, 0, 3, true))).toEqual([2, 1, 0, 2, null]);
  expect(KEYS.map((key) => placeAfter(key, 2, 3, true))).toEqual([1, 0, 0, 2, null]);
});
