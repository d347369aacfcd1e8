import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PASSWORD_MAX } from './limits.ts';
import { passwordStrength } from './passwords.ts';

describe('passwordStrength', () => {
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
  ])('The password %j scores %d.', (password, score) => {
    expect(passwordStrength(password).score).toBe(score);
  });

  it('The hint for a password says how strong it is, or what it needs.', () => {
    expect(passwordStrength('sunny-day').hint).toBe('Okay. Longer is stronger.');
    expect(passwordStrength('abc').hint).toBe('At least 6 characters');
  });

  it('Every password gets a score and a hint, and a longer one with every kind of character never scores lower.', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: PASSWORD_MAX }), (password) => {
        const { score, hint } = passwordStrength(password);
        expect(score >= 0 && score <= 4).toBe(true);
        expect(hint).toMatch(/^[A-Z].*[a-z.]$/);
        expect(passwordStrength(`${password} +7Wm`).score).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});
