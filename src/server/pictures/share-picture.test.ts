import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { layOutPicture, PICTURE, type SharedFigures, sharePicture } from './share-picture.ts';

// The first test opens all fonts, which takes a while on a machine with other work.
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
const PICTURES: [language: string, changes: Partial<SharedFigures>][] = [
  ['en', { title: 'Walk ten thousand steps (كل يوم) before breakfast, and write down what you saw on the way' }],
  ['ar', { title: 'القراءة كلّ يومٍ (30 صفحة) في Emberkin', completed_at: '2026-11-21T12:00:00Z' }],
  ['ms', { title: 'Membaca buku setiap malam', patch: { motif: 'book', palette: 'ember', outline: 'shield' } }],
  ['zh-Hans', { title: '每天读书 30 分钟，然后睡觉（不看手机）', is_daily: false }],
];

/** The stored pictures have half the size. */
const small = (png: Buffer) => sharp(png).resize(PICTURE.width / 2);
const pixelsOf = async (png: Buffer) => (await small(png).removeAlpha().raw().toBuffer()) as Uint8Array;

describe('share pictures', () => {
  it('All languages have a stored picture.', () => {
    expect(PICTURES.map(([tag]) => tag).sort()).toEqual(LANGUAGES.map(({ tag }) => tag).sort());
  });

  // To store them again: WRITE_PICTURES=1 npx vitest run src/server/pictures/share-picture.test.ts
  it.each(PICTURES)('The picture in %s looks as stored.', async (language, changes) => {
    const png = await sharePicture({ ...FIGURES, ...changes, language });
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', ...PICTURE });
    const file = new URL(`fixtures/share-${language}.png`, import.meta.url);
    if (process.env.WRITE_PICTURES) await writeFile(file, await small(png).png({ palette: true }).toBuffer());
    const drawn = await pixelsOf(png);
    const stored = await pixelsOf(await readFile(file));
    // Processors round edges differently, and the palette of the file has fewer colors. A missing letter changes more.
    const differing = drawn.filter((value, at) => Math.abs(value - stored[at]!) > 64).length;
    expect(differing).toBeLessThan(60);
  });

  it('The picture has the words of its language, and in one that is gone those of English.', async () => {
    const pictures = await Promise.all(LANGUAGES.map(({ tag }) => layOutPicture({ ...FIGURES, language: tag })));
    expect(new Set(pictures.map(({ root }) => JSON.stringify(root))).size).toBe(LANGUAGES.length);
    expect(await layOutPicture({ ...FIGURES, language: 'tlh' })).toEqual(pictures[0]);
  });

  it('Ten pictures with letters of all scripts take less than 150 MB.', async () => {
    await sharePicture(FIGURES);
    const before = process.memoryUsage.rss();
    for (let at = 0; at < 10; at++)
      await sharePicture({ ...FIGURES, title: `${at} 靛闄铵鐜鋬酣逄蹁貽讀訕袂蛴蕈菅芼腦耖 كل يوم`.slice(at) });
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 2 ** 20);
  });
});
