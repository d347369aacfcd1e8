import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PASSWORD_MAX } from './limits.ts';
import { passwordScore } from './passwords.ts';

describe('passwordScore', () => {
  it.each([
    ['', 0],
    ['abc12', 0],
    ['123456', 1],
    ['abcdef', 1],
    ['password', 1],
    ['Password1!', 1],
    ['aaaaaaaaaaaaaaaaaaaa', 1],
    ['qwertyuiop', 1],
    ['sunny-day', 2],
    ['Tr0ub4dor&3', 3],
    ['walnut kayak Tuesday', 4],
  ])('of %j is %d', (password, score) => {
    expect(passwordScore(password)).toBe(score);
  });

  it('exists for every password, and never drops for a longer one with every kind of character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: PASSWORD_MAX }), (password) => {
        const score = passwordScore(password);
        expect(score >= 0 && score <= 4).toBe(true);
        expect(passwordScore(`${password} +7Wm`)).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});
