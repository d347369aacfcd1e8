import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { layOutPicture, PICTURE, type SharedFigures, sharePicture } from './share-picture.ts';

// The first test opens all fonts, which takes a while on a busy machine.
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

/** Stored pictures have half the size. */
const small = (png: Buffer) => sharp(png).resize(PICTURE.width / 2);
const pixelsOf = async (png: Buffer) => (await small(png).removeAlpha().raw().toBuffer()) as Uint8Array;

describe('share pictures', () => {
  it('are stored for every language', () => {
    expect(PICTURES.map(([tag]) => tag).sort()).toEqual(LANGUAGES.map(({ tag }) => tag).sort());
  });

  // To store them again, run WRITE_PICTURES=1 npx vitest run src/server/pictures/share-picture.test.ts
  it.each(PICTURES)('look like the stored picture in %s', async (language, changes) => {
    const png = await sharePicture({ ...FIGURES, ...changes, language });
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', ...PICTURE });
    const file = new URL(`fixtures/share-${language}.png`, import.meta.url);
    if (process.env.WRITE_PICTURES) await writeFile(file, await small(png).png({ palette: true }).toBuffer());
    const drawn = await pixelsOf(png);
    const stored = await pixelsOf(await readFile(file));
    // Processors antialias edges differently, and the file's palette has fewer colors. A missing letter changes more
    // pixels.
    const differing = drawn.filter((value, at) => Math.abs(value - stored[at]!) > 64).length;
    expect(differing).toBeLessThan(60);
  });

  it('use their language, or English if it was removed', async () => {
    const pictures = await Promise.all(LANGUAGES.map(({ tag }) => layOutPicture({ ...FIGURES, language: tag })));
    expect(new Set(pictures.map(({ root }) => JSON.stringify(root))).size).toBe(LANGUAGES.length);
    expect(await layOutPicture({ ...FIGURES, language: 'tlh' })).toEqual(pictures[0]);
  });

  it('take less than 150 MB for ten pictures with letters of all scripts', async () => {
    await sharePicture(FIGURES);
    const before = process.memoryUsage.rss();
    for (let at = 0; at < 10; at++)
      await sharePicture({ ...FIGURES, title: `${at} 靛闄铵鐜鋬酣逄蹁貽讀訕袂蛴蕈菅芼腦耖 كل يوم`.slice(at) });
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 2 ** 20);
  });
});
