import { expect, test } from 'vitest';
import { badge } from './format.ts';

test('a badge says 9+ above nine', () => {
  expect([1, 9, 10, 120].map(badge)).toEqual(['1', '9', '9+', '9+']);
});
