import { expect, it } from 'vitest';
import { isNamed } from './tags.ts';

it.each([
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  [undefined, false],
])('If-None-Match %s names W/"a": %s.', (header, named) => {
  expect(isNamed(header, 'W/"a"')).toBe(named);
});
