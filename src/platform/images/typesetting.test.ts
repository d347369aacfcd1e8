import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openRenderer, toFontStack } from './fonts.ts';
import {
  balanceLines,
  breakLines,
  cutLines,
  directionOf,
  lineNode,
  type TextStyle,
  toReadable,
} from './typesetting.ts';

// The first test opens all fonts, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const STYLE: TextStyle = { fontFamily: toFontStack('gabarito'), fontWeight: 800, fontSize: 50, lineHeight: 1.3 };
const WIDTH = 568;

async function measure(line: string): Promise<number> {
  const renderer = await openRenderer();
  return (await renderer.measure(lineNode(line, STYLE, directionOf(line)), {})).width;
}

const plain = (lines: readonly string[]) => lines.map((line) => line.replaceAll('\u2060', ''));
const wrap = async (text: string, width = WIDTH) => plain(await breakLines(text, STYLE, width));

const pieces = fc.constantFrom(
  ...'aW é1٣ ،,.()«»[]%…كتابي天书每读分钟，。（） 30',
  'كل يوم',
  'Read',
  '\u064B',
  '\u200F',
);
const texts = fc
  .array(pieces, { minLength: 1, maxLength: 30 })
  .map((parts) => parts.join('').replace(/ +/g, ' ').trim())
  .filter((text) => text !== '');

describe('lines', () => {
  // The last letter before a cut inside an Arabic word changes its form, which can be wider. The margin has room for
  // it.
  it('lose no character and are at most half a font size too wide', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 150, max: 600 }), async (text, width) => {
        for (const lines of [await breakLines(text, STYLE, width), await balanceLines(text, STYLE, width)]) {
          expect(plain(lines).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
          for (const line of lines) expect(await measure(line)).toBeLessThan(width + STYLE.fontSize / 2);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keep their words in order if a text has both directions', async () => {
    expect(await wrap('اقرأ كتاب Harry Potter and the Goblet of Fire كل يوم')).toEqual([
      'اقرأ كتاب Harry Potter',
      'and the Goblet of Fire كل',
      'يوم',
    ]);
    expect(await wrap('Walk ten (خطوة كل يوم قبل الإفطار) steps every day')).toEqual([
      'Walk ten (خطوة كل يوم',
      'قبل الإفطار) steps every',
      'day',
    ]);
  });

  it('end after Chinese words and keep signs and numbers with their words', async () => {
    expect(await wrap('每天读书三十分钟，然后睡觉', 460)).toEqual(['每天读书三十分钟，', '然后睡觉']);
    expect(await wrap('睡觉（不看手机）', 160)).toEqual(['睡觉', '（不看', '手机）']);
    expect(await wrap('跑步5.5公里', 250)).toEqual(['跑步', '5.5公里']);
  });

  it('are about equally long if they are balanced', async () => {
    expect(await wrap('No phones at the dinner', 440)).toEqual(['No phones at the', 'dinner']);
    expect(await balanceLines('No phones at the dinner', STYLE, 440)).toEqual(['No phones', 'at the dinner']);
    expect(await balanceLines('Donaudampfschifffahrt', STYLE, 300)).toHaveLength(2);
  });

  it.each([
    'Walk ten thousand steps every single day before breakfast, and write down what you saw',
    'المشي عشرة آلاف خطوة كل يوم قبل الإفطار وكتابة ما رأيته في الطريق إلى البيت بعد ذلك',
    '每天早上六点起床以后先喝一杯温水再出门跑步五公里，回来以后吃早饭、读书三十分钟，然后开始工作',
    'W'.repeat(100),
  ])('end with an ellipsis if the text is cut: %s', async (text) => {
    const lines = await cutLines(text, STYLE, 3, WIDTH);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/\S…$/);
    expect(text.replaceAll(' ', '').startsWith(plain(lines).join('').replaceAll(/[ …]/g, ''))).toBe(true);
    for (const line of lines) expect(await measure(line)).toBeLessThan(WIDTH + 1);
  });
});

describe('the direction of a text', () => {
  it.each([
    ['Read كتاب', 'ltr'],
    ['30 كتاب read', 'rtl'],
    ['读书 كتاب', 'ltr'],
    ['', 'ltr'],
    ['30!', 'ltr'],
  ])('%s: %s', (text, direction) => {
    expect(directionOf(text)).toBe(direction);
  });

  it('does not depend on the first letter of the line', async () => {
    const renderer = await openRenderer();
    const draw = (direction: 'ltr' | 'rtl') =>
      renderer.render(lineNode('يوم) steps', STYLE, direction), { width: WIDTH, height: 65, format: 'raw' });
    expect((await draw('ltr')).equals(await draw('rtl'))).toBe(false);
  });
});

describe('readable texts', () => {
  it.each([
    'Łódź & Çeşme – 5 km “run” ©',
    'ąćęłńóśźż äöüß éèêëïîôùçœ ğışö ñ øåæ',
    'القراءة كلّ يومٍ ٣٠',
    '每天读书 30 分钟',
  ])('keep every letter that a font has: %s', async (text) => {
    expect(await toReadable(text, 'gabarito')).toBe(text);
    expect(await toReadable(text, 'figtree')).toBe(text);
  });

  it.each(['Чтение', 'ἀρχή 天', '독서', 'קריאה', 'Ĕ', 'x\u030C', 'ۀ', '鿰'])(
    'are null if a font lacks a letter, also with a mark: %s',
    async (text) => {
      expect(await toReadable(text, 'gabarito')).toBeNull();
    },
  );

  it.each([
    ['🎉 天 ★', '天'],
    ['🏃‍♀️ run 1️⃣', 'run'],
    ['Read\u202E\u0007', 'Read'],
    ['Re\u0301ad', 'Réad'],
    ['بي\u200Cخر', 'بي\u200Cخر'],
    ['\u200E\u200F \u061C', ''],
    ['🎉', ''],
  ])('omit emoji, signs and control characters: %s', async (text, readable) => {
    expect(await toReadable(text, 'gabarito')).toBe(readable);
  });
});
