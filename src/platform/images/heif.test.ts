import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawSharePicture } from '#server/pictures/draw.ts';
import { cornerPicture, cornersOf, UPRIGHT } from '#server/testing/corner-picture.ts';
import { flatPng } from '#server/testing/flat-png.ts';
import {
  box,
  type HeifItem,
  heifFile,
  numbers,
  pictureOf,
  profileProperty,
  sizeProperty,
  turnProperty,
} from '#server/testing/heif-file.ts';
import { ImageUnreadable, TooManyPixels } from './image-errors.ts';
import { images } from './images.ts';
import { attachProfile } from './png-chunks.ts';

// Each HEIC starts a thread that compiles its code, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const VARIANTS = [{ size: 1600, fit: 'inside' }] as const;
const make = images(drawSharePicture);
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'emberkin-heif-'));
});
afterAll(async () => {
  await make.close();
  await rm(dir, { recursive: true });
});

async function makeFrom(file: Buffer): Promise<Buffer> {
  await writeFile(join(dir, 'picture'), file);
  return (await make.makeWebp(join(dir, 'picture'), VARIANTS)).images[0]!.data;
}

const heic = await readFile(join(import.meta.dirname, '..', '..', 'server', 'testing', 'fixtures', 'picture.heic'));
const hevc = pictureOf(heic, 'hvcC');
const av1 = pictureOf(await cornerPicture().avif().toBuffer(), 'av1C');
const picture = (brand: 'heic' | 'avif', ...properties: Buffer[]): HeifItem => {
  const { data, configuration } = brand === 'heic' ? hevc : av1;
  const type = brand === 'heic' ? 'hvc1' : 'av01';
  return { type, data, properties: [configuration, sizeProperty(320, 200), ...properties] };
};

async function colorsOf(data: Buffer): Promise<number[][]> {
  const { data: raw, info } = await sharp(data).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...raw.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
  return [at(160, 30), at(80, 150), at(240, 150)];
}

function expectSameColors(found: number[][], expected: number[][]): void {
  const differences = found.flatMap((color, i) => color.map((value, j) => Math.abs(value - expected[i]![j]!)));
  expect(Math.max(...differences), JSON.stringify([found, expected])).toBeLessThanOrEqual(8);
}

describe('the color profile of a HEIC', async () => {
  const p3 = (await sharp(await cornerPicture().withIccProfile('p3').png().toBuffer()).metadata()).icc!;
  /** Display P3 with red and blue swapped. */
  const exchanged = Buffer.from(p3);
  for (const [from, to] of [
    ['rXYZ', 'bXYZ'],
    ['bXYZ', 'rXYZ'],
  ] as const)
    exchanged.write(to, p3.indexOf(from), 'latin1');
  const png = await cornerPicture().png().toBuffer();
  const numbersOfP3 = box('colr', 'nclx', numbers(2, 12, 13, 6), numbers(1, 0x80));

  it.each([
    ['Display P3', p3],
    ['another', exchanged],
  ])('gives the colors of a PNG and a JPEG with the profile %s', async (_, profile) => {
    const expected = await colorsOf(await makeFrom(attachProfile(png, profile)));
    expect(expected).not.toEqual(await colorsOf(await makeFrom(png)));
    const jpeg = await sharp(attachProfile(png, profile)).keepIccProfile().jpeg({ quality: 95 }).toBuffer();
    expectSameColors(await colorsOf(await makeFrom(jpeg)), expected);
    expectSameColors(
      await colorsOf(await makeFrom(heifFile('heic', [picture('heic', profileProperty(profile))]))),
      expected,
    );
  });

  it.each(['heic', 'avif'] as const)(
    'is applied too if a file of the format %s states it by code points',
    async (brand) => {
      const expected = await colorsOf(await makeFrom(attachProfile(png, p3)));
      expectSameColors(await colorsOf(await makeFrom(heifFile(brand, [picture(brand, numbersOfP3)]))), expected);
    },
  );

  it('is ignored if it is unreadable', async () => {
    const expected = await colorsOf(await makeFrom(heic));
    const file = heifFile('heic', [picture('heic', profileProperty(Buffer.from('no profile')))]);
    expectSameColors(await colorsOf(await makeFrom(file)), expected);
  });
});

describe.each(['heic', 'avif'] as const)('a file of the format %s with several pictures', (brand) => {
  const items = [picture(brand, turnProperty(2)), picture(brand)];

  it.each([
    [1, ['blue', 'red', 'pale', 'pale']],
    [2, UPRIGHT],
  ] as const)('shows picture %i if that is primary', async (primary, corners) => {
    expect(await cornersOf(await makeFrom(heifFile(brand, items, primary)))).toEqual(corners);
  });

  it('is limited by the size of the primary picture', async () => {
    const { configuration, data } = brand === 'heic' ? hevc : av1;
    const huge = { ...items[0]!, data, properties: [configuration, sizeProperty(20_000, 10_000)] };
    await expect(makeFrom(heifFile(brand, [huge, items[1]!], 1))).rejects.toBeInstanceOf(TooManyPixels);
  });
});

describe('the limit on pixels', () => {
  const grid = (columns: number, rows: number, width: number, height: number) => {
    const tiles = Array.from({ length: columns * rows }, () => picture('heic'));
    const payload = Buffer.concat([numbers(1, 0, 1, rows - 1, columns - 1), numbers(4, width, height)]);
    const whole = { type: 'grid', data: payload, properties: [sizeProperty(width, height)] };
    return heifFile('heic', [{ ...whole, tiles: tiles.map((_, i) => i + 2) }, ...tiles]);
  };

  it.each([
    [822, 6, 137],
    [300, 20, 15],
    [4, 2, 2],
  ])('rejects a HEIC of %i tiles', async (_, columns, rows) => {
    await expect(makeFrom(grid(columns, rows, 16_000, 12_500))).rejects.toBeInstanceOf(TooManyPixels);
  });

  it('accepts a HEIC of a few tiles', async () => {
    expect(await sharp(await makeFrom(grid(2, 2, 640, 400))).metadata()).toMatchObject({ width: 640, height: 400 });
  });

  it('accepts up to the size that phones sell as 50 megapixels', async () => {
    expect(await sharp(await makeFrom(flatPng(8192, 6144))).metadata()).toMatchObject({ width: 1600, height: 1200 });
    await expect(makeFrom(flatPng(8000, 6500))).rejects.toBeInstanceOf(TooManyPixels);
  });
});

describe('HEIF boxes without a picture', () => {
  it.each([
    ['no list of items', heic.subarray(0, 28)],
    ['two lists of items', Buffer.concat([heic, heic.subarray(28)])],
    ['a list in another form', Buffer.concat([heic, box('mini', 'x')])],
    ['a sequence alone', Buffer.concat([box('ftyp', 'avis', numbers(4, 0), 'avis'), box('moov')])],
  ])('are unreadable: %s', async (_, file) => {
    await expect(makeFrom(file)).rejects.toBeInstanceOf(ImageUnreadable);
  });
});
