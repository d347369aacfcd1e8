import type { Font } from 'fontkit';
import { describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { openFonts } from './fonts.ts';
import { PICTURE, pictureSvg, type SharedFigures } from './share-picture.ts';
import { openLetters } from './text-outlines.ts';

// Each file of Chinese letters takes a while to open on a machine with other work.
vi.setConfig({ testTimeout: 60_000 });

const FIGURES: SharedFigures = {
  language: 'en',
  mission_id: '019aa5b0-0000-7000-8000-000000000003',
  patch: null,
  title: 'Read',
  is_daily: true,
  counted_checkins: 13,
  planned_days: 14,
  completed_at: null,
  points: 1234,
  checkins_count: 13,
  longest_streak: 13,
};
const TITLES = [
  'Read',
  'القراءة كلّ يومٍ (30 صفحة)، ثم «النوم»',
  '每天读书 30 分钟，然后睡觉（不看手机）',
  'Run كل يوم 天 5 km',
];

/** The glyphs that `draw` sets, by the number that each has in its font; 0 is the box for what the font lacks. */
async function glyphsOf(draw: () => Promise<unknown>): Promise<number[]> {
  const [font] = await openFonts('gabarito', 800, '');
  let owner = Object.getPrototypeOf(font) as Font;
  while (!Object.hasOwn(owner, 'layout')) owner = Object.getPrototypeOf(owner);
  const layout = vi.spyOn(owner, 'layout');
  await draw();
  const ids = layout.mock.results.flatMap(({ value }) =>
    (value as ReturnType<Font['layout']>).glyphs.map(({ id }) => id),
  );
  layout.mockRestore();
  return ids;
}

/** The x of each point at which an outline of the drawing begins, of the paths with a colour. */
const startsOf = (svg: string, fill: string) =>
  [...svg.matchAll(/<path d="([^"]*)" fill="([^"]*)"/g)]
    .filter(([, , colour]) => colour === fill)
    .flatMap(([, d]) => [...d!.matchAll(/M(-?[\d.]+)/g)].map(([, x]) => Number(x)));

describe('share pictures in other languages', () => {
  it.each(LANGUAGES.map(({ tag }) => tag))('No letter of the picture is missing in %s.', async (language) => {
    for (const title of TITLES)
      for (const completed_at of [null, '2026-11-21T12:00:00Z']) {
        const ids = await glyphsOf(() => pictureSvg({ ...FIGURES, language, title, completed_at }));
        expect(ids.length).toBeGreaterThan(60);
        expect(ids).not.toContain(0);
      }
  });

  it('The picture has the words of its language, and in one that is gone those of English.', async () => {
    const pictures = await Promise.all(LANGUAGES.map(({ tag }) => pictureSvg({ ...FIGURES, language: tag })));
    expect(new Set(pictures).size).toBe(LANGUAGES.length);
    expect(await pictureSvg({ ...FIGURES, language: 'tlh' })).toBe(pictures[0]);
  });

  it('In Arabic the picture is mirrored, and its text ends where that of the others begins.', async () => {
    const english = startsOf(await pictureSvg(FIGURES), '#FFF3E6');
    const arabic = startsOf(await pictureSvg({ ...FIGURES, language: 'ar' }), '#FFF3E6');
    expect(Math.min(...english)).toBeGreaterThan(550);
    expect(Math.max(...english)).toBeGreaterThan(PICTURE.width / 2 + 100);
    expect(Math.max(...arabic)).toBeLessThan(PICTURE.width - 550);
  });

  it('An Arabic title is joined, and a sign that letters are not joined is followed.', async () => {
    const joined = await openLetters('gabarito', 800, 'بيت');
    const apart = await openLetters('gabarito', 800, 'ب ي ت');
    expect(joined.at(50).width('بيت')).toBeLessThan(apart.at(50).width('ب ي ت') - 2 * apart.at(50).width(' '));
    const marked = 'بي\u200Cخر';
    const letters = await openLetters('gabarito', 800, marked);
    expect(letters.readable).toBe(marked);
    expect(letters.at(50).width(marked)).not.toBe(letters.at(50).width(marked.replace('\u200C', '')));
  });

  it('A text of characters that are not seen has nothing to read.', async () => {
    for (const text of ['', ' ', '\u200C', '\u200E\u200F \u061C'])
      expect((await openLetters('gabarito', 800, text)).readable).toBe('');
  });

  it('Letters of no font are missing, and small pictures are left out.', async () => {
    expect((await openLetters('gabarito', 800, 'Чтение')).readable).toBeNull();
    expect((await openLetters('gabarito', 800, 'ἀρχή 天')).readable).toBeNull();
    expect((await openLetters('gabarito', 800, '🎉 天 ★')).readable).toBe('天');
  });
});

describe('fonts of other scripts', () => {
  it('Only what Latin fonts lack is looked up in others, and those that were needed lately stay open.', async () => {
    expect(await openFonts('gabarito', 800, 'Read 30!')).toHaveLength(2);
    const [arabic] = (await openFonts('gabarito', 800, 'كتاب')).slice(2);
    expect((await openFonts('figtree', 800, 'Read كل')).slice(2)).toEqual([arabic]);
    // Each of these is in a file of its own.
    const many = '靛闄铵鐜鋬酣逄蹁貽讀訕袂蛴蕈菅芼腦耖';
    expect((await openFonts('gabarito', 800, many)).length).toBeGreaterThan(2 + 16);
    expect((await openFonts('gabarito', 800, 'كتاب'))[2]).not.toBe(arabic);
  });

  it.each(['كتاب', '天', 'Mission completed! Łódź'])('%s is wider in a bolder weight.', async (text) => {
    const width = async (weight: number) => (await openLetters('gabarito', weight, text)).at(100).width(text);
    expect(await width(700)).toBeGreaterThanOrEqual((await width(400)) * (text === '天' ? 1 : 1.01));
    const outline = async (weight: number) => (await openLetters('gabarito', weight, text)).at(100).path(text, 0, 0);
    expect(await outline(700)).not.toBe(await outline(400));
  });
});
