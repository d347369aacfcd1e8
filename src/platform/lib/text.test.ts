import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVisible, tidyLine, tidyText } from './text.ts';

describe('texts of users', () => {
  it.each([
    ['Persian with a zero-width non-joiner', 'می\u200Cخواهم'],
    ['a family emoji', '👨\u200D👩\u200D👧'],
    ['a person with a skin tone and a profession', '👩🏽\u200D💻'],
    ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['Hebrew with marks of direction', '\u200Fשלום\u200E (hi)'],
    ['an Arabic letter mark', '\u061C100'],
    ['the Arabic end of ayah', '\u06DD'],
    ['Hindi with a joiner after a virama', 'क्\u200Dष'],
    ['two lines', 'one\ntwo'],
  ])('keep %s', (_, text) => {
    expect(tidyText(text)).toBe(text);
  });

  it.each([
    ['a zero-width space', 'An\u200Ba', 'Ana'],
    ['a soft hyphen', 'An\u00ADa', 'Ana'],
    ['a change of direction', 'Ana\u202Egnp.exe', 'Anagnp.exe'],
    ['isolates', '\u2066Ana\u2069', 'Ana'],
    ['a byte order mark', '\uFEFFAna', 'Ana'],
    ['tags without a flag', 'Ana\u{E0041}\u{E007F}', 'Ana'],
    ['a joiner at the end', 'Ana\u200D', 'Ana'],
    ['joiners that stand alone', 'a \u200C\u200D b', 'a  b'],
    ['a NUL', 'A\u0000na', 'Ana'],
  ])('lose %s', (_, text, clean) => {
    expect(tidyText(text)).toBe(clean);
  });

  it('stay the same if they are tidied again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = tidyText(text);
        expect(tidyText(once)).toBe(once);
        expect(tidyLine(tidyLine(text))).toBe(tidyLine(text));
      }),
    );
  });

  it.each([['\u3164'], ['\u115F\u1160'], ['\uFFA0'], ['\u2800'], ['\u0301'], ['\u200E'], [' \u00A0\u2003'], ['']])(
    'are invisible as %j',
    (text) => {
      expect(isVisible(text)).toBe(false);
    },
  );

  it.each([['a'], ['0'], ['👍'], ['म'], ['。'], ['\u3164x']])('are visible as %j', (text) => {
    expect(isVisible(text)).toBe(true);
  });
});
