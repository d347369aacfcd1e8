import { expect, it } from 'vitest';
import { getT } from '#platform/web/lib/language.ts';
import { describeCount, hasNumber, readKeyQuery } from './key-count.ts';

const GLASSES = { unit: 'glasses', target: 8, today: 5 };
const describe = (search: string) => describeCount(getT(), readKeyQuery(search), GLASSES);

it('the page of a key says what its address would do', () => {
  expect(describe('?add=1&id=button')).toBe('Add 1, glasses');
  expect(describe('?amount=8214,5')).toBe('Set today to 8,214.5, glasses');
  expect(describe('?add=8.214')).toBeNull();
  expect(describe('?id=button')).toBeNull();
  expect(describeCount(getT(), { add: '1' }, null)).toBeNull();
});

it('only an address with a number counts', () => {
  expect(['', '?id=7', '?add=', '?amount=3'].map((search) => hasNumber(readKeyQuery(search)))).toEqual([
    ...[false, false, true, true],
  ]);
});
