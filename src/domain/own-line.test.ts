import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLineShort, tidyOwnLine } from './own-line.ts';

const MAX = 80;

describe('a line in own words', () => {
  it('is one line without control and direction characters, or null if nothing is visible', () => {
    expect(tidyOwnLine('  After\n dinner\u0007 ')).toBe('After dinner');
    expect(tidyOwnLine('\u202Eafter\u2066 dinner')).toBe('after dinner');
    expect(tidyOwnLine('<b>after</b>')).toBe('<b>after</b>');
    for (const nothing of ['', '  \n', '\u200B', '\u3164']) expect(tidyOwnLine(nothing)).toBeNull();
  });

  it('has at most 80 code points', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'ж', '夜', '🌙'), fc.integer({ min: 1, max: 2 * MAX }), (sign, length) => {
        expect(isLineShort(sign.repeat(length), MAX)).toBe(length <= MAX);
      }),
    );
    // A family of three people is five code points.
    expect(isLineShort('👩‍👩‍👧'.repeat(16), MAX)).toBe(true);
    expect(isLineShort(`${'👩‍👩‍👧'.repeat(16)}a`, MAX)).toBe(false);
  });
});
