import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJoinCode, normalizeJoinCode } from './join-code.ts';
import { JOIN_CODE_ALPHABET, JOIN_CODE_LENGTH } from './limits.ts';

const letters = fc.constantFrom(...JOIN_CODE_ALPHABET);
const code = fc.array(letters, { minLength: JOIN_CODE_LENGTH, maxLength: JOIN_CODE_LENGTH }).map((all) => all.join(''));

describe('isJoinCode', () => {
  it('takes every code in either case', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect(isJoinCode(text)).toBe(true);
        expect(isJoinCode(text.toLowerCase())).toBe(true);
        expect(normalizeJoinCode(` ${text.toLowerCase()}\n`)).toBe(text);
      }),
    );
  });

  it.each([
    '',
    'ABCDEFGHJ',
    'ABCDEFGHJKM',
    'ABCDEFGHJ0',
    'ABCDEFGHJ1',
    'ABCDEFGHJI',
    'ABCDEFGHJL',
    'ABCDEFGHJO',
    'ABCDEFGHJU',
    'ABCDEFGHJK\n',
    'ABCDEFGHſK',
    'ABCDEFGHJ\u212a',
  ])('refuses %j', (text) => {
    expect(isJoinCode(text)).toBe(false);
  });
});
