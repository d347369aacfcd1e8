import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectWithin } from '#domain/testing/expect-within.ts';
import { isEmail, normalizeEmail } from './email.ts';

describe('isEmail', () => {
  it.each(['ana@example.com', "o'neil+tag@mail.example.co.uk", 'a@b.io', 'x_y-z@xn--mnchen-3ya.de', 'ANA@EXAMPLE.COM'])(
    'accepts %s',
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );

  it.each([
    '',
    'ana',
    '@example.com',
    'ana@',
    'ana@localhost',
    'ana@example',
    'ana@example.c',
    'ana@192.168.0.1',
    'ana@@example.com',
    'ana@b@example.com',
    'an a@example.com',
    ' ana@example.com',
    'ana@example.com\r\nBcc: eve@example.com',
    'ana@example.com\n',
    'ana\u0000@example.com',
    'ana@exa\tmple.com',
    'ana@-example.com',
    'ana@example..com',
    '.ana@example.com',
    'ana.@example.com',
    '"ana"@example.com',
    'Ana <ana@example.com>',
    'ana@example.com,eve@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ana@${'a'.repeat(64)}.com`,
    `ana@${'abcdefghi.'.repeat(25)}com`,
  ])('rejects %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it('accepts up to 254 characters', () => {
    const domain = `${`${'d'.repeat(60)}.`.repeat(3)}`;
    const longest = `${'a'.repeat(64)}@${domain}com`;
    const fill = 254 - longest.length;
    expect(isEmail(`${'a'.repeat(64)}@${'e'.repeat(fill - 1)}.${domain}com`)).toBe(true);
    expect(isEmail(`${'a'.repeat(64)}@${'e'.repeat(fill)}.${domain}com`)).toBe(false);
  });

  it('accepts no character that could end a header or add a recipient', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), fc.nat({ max: 15 }), (piece, at) => {
        const text = `${'ana@example.com'.slice(0, at)}${piece}${'ana@example.com'.slice(at)}`;
        if (isEmail(text)) expect(text).toMatch(/^[!-~]+$/);
        expect(isEmail(text) && /[\s,;<>"\\()]/.test(text)).toBe(false);
      }),
    );
  });

  it('checks hostile addresses of any length within milliseconds', () =>
    expectWithin(200, async () => {
      for (const text of [`${'a.'.repeat(120)}!@`, `a@${'a-'.repeat(120)}`, '@'.repeat(100_000), 'a'.repeat(1_000_000)])
        isEmail(text);
    }));
});

describe('normalizeEmail', () => {
  it('trims and lowercases an address, and is idempotent', () => {
    expect(normalizeEmail('  Ana@Example.COM ')).toBe('ana@example.com');
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const once = normalizeEmail(` ${address.toUpperCase()}\n`);
        expect(normalizeEmail(once)).toBe(once);
        expect(once).toBe(address.toLowerCase());
      }),
    );
  });
});
