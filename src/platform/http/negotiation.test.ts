import { expect, it } from 'vitest';
import { encodingFor, matchesTag } from './negotiation.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR;q=0.000, GZIP ; Q=0', 'identity'],
  ['brotli', 'identity'],
  [undefined, 'identity'],
])('for "%s" the best encoding is %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

it("a header longer than any browser's selects no encoding", () => {
  expect(encodingFor(`${'x, '.repeat(200)}br`)).toBe('identity');
});

it.each([
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  [undefined, false],
])('If-None-Match %s matches W/"a": %s', (header, named) => {
  expect(matchesTag(header, 'W/"a"')).toBe(named);
});
