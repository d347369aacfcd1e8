import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawSharePicture } from '#server/pictures/draw.ts';
import { cornerPicture, cornersOf, UPRIGHT } from '#server/testing/corner-picture.ts';
import {
  exifBlock,
  exifBomb,
  heifWithExif,
  insertSegments,
  jpegSegment,
  orientationBlock,
  webpWithExif,
} from '#server/testing/exif-files.ts';
import { box, copyBox } from '#server/testing/heif-file.ts';
import { takeOrientation } from './exif.ts';
import { readHeif } from './heif-boxes.ts';
import { ImageUnreadable } from './image-errors.ts';
import { images } from './images.ts';
import { insertChunks, pngChunk } from './png-chunks.ts';

// Each HEIC starts a thread that compiles its code, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const VARIANTS = [{ size: 1600, fit: 'inside' }] as const;
const MIB = 1024 * 1024;
const make = images(drawSharePicture);
let dir: string;
const picture64 = () => sharp({ create: { width: 64, height: 64, channels: 3, background: '#b5472f' } });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'emberkin-exif-'));
});
afterAll(async () => {
  await make.close();
  await rm(dir, { recursive: true });
});

async function makeFrom(file: Buffer) {
  await writeFile(join(dir, 'picture'), file);
  return make.makeWebp(join(dir, 'picture'), VARIANTS);
}

/** Returns the CPU time in milliseconds and the peak memory above the start in bytes. */
async function measure(work: () => Promise<unknown>) {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 2);
  const begun = process.cpuUsage();
  await work().finally(() => clearInterval(sample));
  const { user, system } = process.cpuUsage(begun);
  return { cpu_ms: (user + system) / 1000, memory: peak - before };
}

const heic = await readFile(join(import.meta.dirname, '..', '..', 'server', 'testing', 'fixtures', 'picture.heic'));
const small = {
  jpeg: await picture64().jpeg().toBuffer(),
  png: await picture64().png().toBuffer(),
  webp: await picture64().webp().toBuffer(),
  avif: await picture64().avif().toBuffer(),
};
/** Inserts an Exif block into a picture, by container format. */
const CONTAINERS = {
  jpeg: (exif: Buffer) => insertSegments(small.jpeg, jpegSegment(0xe1, 'Exif\0\0', exif)),
  png: (exif: Buffer) => insertChunks(small.png, pngChunk('eXIf', exif)),
  webp: (exif: Buffer) => webpWithExif(small.webp, exif),
  avif: (exif: Buffer) => heifWithExif('avif', small.avif, exif, [64, 64]),
  heic: (exif: Buffer) => heifWithExif('heic', heic, exif, [320, 200]),
} as const;
const NAMES = Object.keys(CONTAINERS) as (keyof typeof CONTAINERS)[];
const POINTERS = { exif: 0x8769, gps: 0x8825, interoperability: 0xa005, sub: 0x014a, maker: 0x927c } as const;

describe.each(NAMES)('a hostile Exif block in a file of the format %s', (name) => {
  it.each(Object.entries(POINTERS))('costs under 1 s of CPU time with pointers of the kind %s', async (_, tag) => {
    const bomb = CONTAINERS[name](exifBomb(tag));
    expect(bomb.length).toBeLessThan(130_000);
    expect((await sharp(CONTAINERS[name](orientationBlock(1))).metadata()).exif).toBeDefined();
    const plain = await measure(() => makeFrom(CONTAINERS[name](Buffer.alloc(0))));
    const hostile = await measure(() => makeFrom(bomb));
    expect(hostile.cpu_ms - plain.cpu_ms).toBeLessThan(1000);
  });
});

describe('several Exif blocks', () => {
  it('are all hidden after the first in a JPEG', async () => {
    const block = (exif: Buffer) => jpegSegment(0xe1, 'Exif\0\0', exif);
    const file = insertSegments(small.jpeg, block(orientationBlock(6)), block(exifBomb(POINTERS.exif)));
    expect(takeOrientation(file, 'jpeg')).toBe(6);
    expect((await sharp(file).metadata()).exif).toBeUndefined();
  });

  it('are all hidden in a PNG and a WebP', async () => {
    const chunk = pngChunk('eXIf', orientationBlock(3));
    const png = insertChunks(small.png, chunk, chunk);
    expect(takeOrientation(png, 'png')).toBe(3);
    expect(png.includes('eXIf')).toBe(false);
    const webp = Buffer.concat([webpWithExif(small.webp, orientationBlock(8)), Buffer.from('EXIF\0\0\0\0')]);
    webp.writeUInt32LE(webp.length - 8, 4);
    expect(takeOrientation(webp, 'webp')).toBe(8);
    expect(webp.includes('EXIF')).toBe(false);
  });
});

/** Turns an upright picture so that applying orientation `index + 1` shows it upright. */
const LYING: readonly ((upright: Sharp) => Sharp)[] = [
  (upright) => upright,
  (upright) => upright.flop(),
  (upright) => upright.rotate(180),
  (upright) => upright.flip(),
  (upright) => upright.flop().rotate(270),
  (upright) => upright.rotate(270),
  (upright) => upright.flop().rotate(90),
  (upright) => upright.rotate(90),
];

describe('orientation', () => {
  const cases = (['jpeg', 'png', 'webp'] as const).flatMap((format) => LYING.map((_, i) => [format, i + 1] as const));

  it.each(cases)('turns a %s of orientation %i upright once', async (format, orientation) => {
    const lying = await LYING[orientation - 1]!(cornerPicture()).png().toBuffer();
    const file = await sharp(lying).toFormat(format).withMetadata({ orientation }).toBuffer();
    const [whole] = (await makeFrom(file)).images;
    expect(await cornersOf(whole!.data)).toEqual(UPRIGHT);
    expect([whole!.width, whole!.height]).toEqual([320, 200]);
  });

  it('is read in both byte orders, also after the head that some writers repeat', () => {
    const big = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
    const read = (exif: Buffer) => takeOrientation(webpWithExif(small.webp, exif), 'webp');
    expect([read(big), read(Buffer.concat([Buffer.from('Exif\0\0'), big]))]).toEqual([6, 6]);
  });

  it('is upright if the first 200 entries lack it', () => {
    const other = { tag: 0x0110, type: 3, value: 1 };
    const six = { tag: 0x0112, type: 3, value: 6 };
    const read = (before: number) =>
      takeOrientation(CONTAINERS.jpeg(exifBlock([...Array(before).fill(other), six])), 'jpeg');
    expect([read(199), read(200)]).toEqual([6, 1]);
  });

  it.each([0, 9, 65_535])('is upright if its value is %i', (value) => {
    expect(takeOrientation(CONTAINERS.png(orientationBlock(value)), 'png')).toBe(1);
  });

  it('of a HEIF file is its own property, whatever Exif states', async () => {
    for (const name of ['avif', 'heic'] as const) {
      const { width, height } = (await makeFrom(CONTAINERS[name](orientationBlock(6)))).images[0]!;
      expect([name, width, height]).toEqual(name === 'avif' ? [name, 64, 64] : [name, 320, 200]);
    }
  });
});

describe('files of any bytes', () => {
  const damaged = (name: keyof typeof CONTAINERS) =>
    fc
      .tuple(fc.nat(700), fc.array(fc.tuple(fc.nat(700), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }))
      .map(([cut, changes]) => {
        const file = Buffer.from(CONTAINERS[name](orientationBlock(6)));
        for (const [at, byte] of changes) if (at < file.length) file[at] = byte;
        return cut > 600 ? file : file.subarray(0, cut);
      });

  it.each(NAMES)('fail only as unreadable in the format %s', (name) => {
    fc.assert(
      fc.property(damaged(name), (file) => {
        try {
          if (name === 'avif' || name === 'heic') readHeif(file);
          else expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(takeOrientation(file, name));
        } catch (error) {
          expect(error).toBeInstanceOf(ImageUnreadable);
        }
      }),
    );
  });
});

describe('metadata that is large when unpacked', () => {
  const zeros = deflateSync(Buffer.alloc(1024 * MIB - 64));
  const compressed = (...head: string[]) => Buffer.concat([Buffer.from(head.join('\0'), 'latin1'), zeros]);
  const fill = (content: Buffer) => Buffer.alloc(14 * MIB, content);

  it.each([
    ['a profile of 1 GiB', () => insertChunks(small.png, pngChunk('iCCP', compressed('name', '', '')))],
    ['a text of 1 GiB', () => insertChunks(small.png, pngChunk('zTXt', compressed('name', '', '')))],
    [
      'XMP of 1 GiB',
      () => insertChunks(small.png, pngChunk('iTXt', compressed('XML:com.adobe.xmp', '\x01', '', '', ''))),
    ],
    [
      '12 texts of 1 GiB',
      () => insertChunks(small.png, ...Array(12).fill(pngChunk('zTXt', compressed('name', '', '')))),
    ],
    ['fill bytes', () => insertSegments(small.jpeg, fill(Buffer.from([0xff])))],
    ['empty segments', () => insertSegments(small.jpeg, fill(Buffer.from([0xff, 0xe1, 0, 2])))],
    ['empty Exif segments', () => insertSegments(small.jpeg, fill(jpegSegment(0xe1, 'Exif\0\0')))],
    ['empty chunks', () => insertChunks(small.png, fill(pngChunk('eXIf', Buffer.alloc(0))))],
    ['empty boxes', () => Buffer.concat([copyBox(small.avif, 'ftyp'), fill(box('free')), small.avif])],
  ])('costs under 3 s and 200 MB: %s', async (_, build) => {
    const file = build();
    const { cpu_ms, memory } = await measure(async () => {
      const error = await makeFrom(file).catch((reason: unknown) => reason);
      if (error instanceof Error) expect(error).toBeInstanceOf(ImageUnreadable);
    });
    expect(cpu_ms).toBeLessThan(3000);
    expect(memory).toBeLessThan(200 * MIB);
  });

  it('is rejected as unreadable in a file of more than 10,000 parts', async () => {
    const parts = (count: number) => Array<Buffer>(count).fill(pngChunk('teSt', Buffer.alloc(0)));
    // The header, pixels and end of the PNG are parts too.
    expect((await makeFrom(insertChunks(small.png, ...parts(9990)))).images).toHaveLength(1);
    await expect(makeFrom(insertChunks(small.png, ...parts(10_000)))).rejects.toBeInstanceOf(ImageUnreadable);
  });
});
