import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanForeignText, describeThrown, maskEmail } from './foreign-text.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3000 }),
  fc
    .array(fc.constantFrom('a', '@', '\0', '\ud800', '\udfff', '🔥', ' ', '<', '\u001b[2J', '\n'), { maxLength: 3000 })
    .map((parts) => parts.join('')),
  fc.array(fc.nat(0xffff), { maxLength: 3000 }).map((units) => String.fromCharCode(...units)),
);

describe('cleanForeignText', () => {
  it('returns at most 1,000 storable characters for any input', () => {
    fc.assert(
      fc.property(text, (said) => {
        const cleaned = cleanForeignText(said);
        expect(cleaned.length).toBeLessThanOrEqual(1000);
        expect(cleaned).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it.each([
    ['letters without an @', 'a'],
    ['signs of addresses', '@'],
    ['addresses', 'ana@example.com'],
    ['halves of characters', '\ud800'],
    ['NUL', '\0'],
  ])('cleans 5 MB of %s within 50 ms', (_, part) => {
    const said = part.repeat(5_000_000 / part.length);
    const measure = () => {
      const began = performance.now();
      cleanForeignText(said);
      return performance.now() - began;
    };
    // The best of several: a busy machine can interrupt any of them.
    expect(Math.min(...Array.from({ length: 5 }, measure))).toBeLessThan(50);
  });

  it('keeps the text and masks each address', () => {
    expect(cleanForeignText('550 5.1.1 <ana@example.com>: unknown')).toBe('550 5.1.1 <a***@example.com>: unknown');
    expect(cleanForeignText('a@b@c, @x y@ 4.3.0')).toBe('a***@c, @x y@ 4.3.0');
    expect(cleanForeignText('mailbox \0 is\r\nbusy')).toBe('mailbox   is  busy');
    expect(describeThrown('ana\0@example.com')).toBe('a***@example.com');
    expect(describeThrown(new Error('no ana@example.com'))).toBe('no a***@example.com');
  });

  it('masks an address that crosses the last character', () => {
    const said = cleanForeignText(`${'x '.repeat(498)}someone.long@example.com`);
    expect(said).toBe(`${'x '.repeat(498)}s***`);
  });

  it('uses maskEmail, which shows only the first letter of an address', () => {
    expect(maskEmail('ana.b@example.com')).toBe('a***@example.com');
    expect(maskEmail('nobody')).toBe('***');
  });
});
