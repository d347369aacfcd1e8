import { expect, test } from 'vitest';
import { badge } from './bell-count.tsx';

test('shows 9+ on a badge above nine', () => {
  expect([1, 9, 10, 120].map(badge)).toEqual(['1', '9', '9+', '9+']);
});
