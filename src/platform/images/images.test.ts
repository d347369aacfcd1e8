import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWithin } from '#domain/testing/expect-within.ts';
import { drawSharePicture } from '#server/pictures/draw.ts';
import { cornerPicture, cornersOf, UPRIGHT } from '#server/testing/corner-picture.ts';
import { insertSegments, jpegSegment } from '#server/testing/exif-files.ts';
import { flatPng } from '#server/testing/flat-png.ts';
import { jpegOfScans } from '#server/testing/jpeg-of-scans.ts';
import { decodeHeic } from './heic.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from './image-errors.ts';
import { images, type Variant } from './images.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'server', 'testing', 'fixtures');
const VARIANTS: Variant[] = [
  { size: 1600, fit: 'inside' },
  { size: 96, fit: 'cover' },
];
const make = images(drawSharePicture);
let dir: string;
const at = (name: string) => join(dir, name);
const fixture = (name: string) => join(FIXTURES, name);

const GPS = { IFD0: { Make: 'Emberkin' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 8/1 0/1' } };

async function expectUpright(path: string): Promise<Buffer[]> {
  const { images: converted, thumbhash } = await make.makeWebp(path, VARIANTS);
  const [whole, square] = converted;
  expect(await cornersOf(whole!.data)).toEqual(UPRIGHT);
  for (const { data } of [whole!, square!]) {
    const found = await sharp(data).metadata();
    expect(found).toMatchObject({ format: 'webp' });
    for (const key of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const) expect(found[key]).toBeUndefined();
    expect(data.includes('EXIF')).toBe(false);
    expect(data.includes('Emberkin')).toBe(false);
  }
  const size = await sharp(whole!.data).metadata();
  expect([size.width, size.height]).toEqual([320, 200]);
  expect([whole!.width, whole!.height]).toEqual([320, 200]);
  const placeholder = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
  const raw = { width: placeholder.w, height: placeholder.h, channels: 4 } as const;
  const drawn = await sharp(placeholder.rgba, { raw }).resize(320, 200).png().toBuffer();
  expect((await cornersOf(drawn)).slice(2)).toEqual(['red', 'blue']);
  const small = await sharp(square!.data).metadata();
  expect([small.width, small.height]).toEqual([96, 96]);
  return [whole!.data, square!.data];
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'emberkin-images-'));
});
afterAll(async () => {
  await make.close();
  await rm(dir, { recursive: true });
});

describe('accepted images', () => {
  it('include a rotated JPEG, which becomes upright and loses its GPS data', async () => {
    const sideways = await cornerPicture().rotate(-90).png().toBuffer();
    const lying = await sharp(sideways)
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .withExifMerge(GPS)
      .withIccProfile('p3')
      .toBuffer();
    await writeFile(at('photo.jpg'), lying);
    expect(await sharp(lying).metadata()).toMatchObject({ orientation: 6, width: 200, height: 320 });
    expect(lying.includes('Emberkin')).toBe(true);
    await expectUpright(at('photo.jpg'));
  });

  it.each(['png', 'webp', 'avif'] as const)(
    'include a %s, which becomes upright and loses its metadata',
    async (format) => {
      await cornerPicture()
        .toFormat(format)
        .withExif(GPS)
        .withIccProfile('p3')
        .toFile(at(`photo.${format}`));
      await expectUpright(at(`photo.${format}`));
    },
  );

  it.each(['picture.heic', 'turned.heic'])(
    'include the HEIC %s, which is turned upright exactly once',
    async (name) => {
      expect((await stat(fixture(name))).size).toBeLessThan(20_000);
      await expectUpright(fixture(name));
    },
  );

  it('are recognized by their bytes, not by their names', async () => {
    await copyFile(fixture('turned.heic'), at('letter.txt'));
    await expectUpright(at('letter.txt'));
  });

  it('include an animation, which becomes its first frame', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = [await frame('#ff0000'), await frame('#0000ff')];
    await sharp(frames, { join: { animated: true } })
      .webp()
      .toFile(at('moving.webp'));
    const {
      images: [whole],
    } = await make.makeWebp(at('moving.webp'), VARIANTS);
    const found = await sharp(whole!.data).metadata();
    expect([found.width, found.height, found.pages ?? 1]).toEqual([40, 40, 1]);
    expect((await cornersOf(whole!.data))[0]).toBe('red');
  });
});

describe('rejected images', () => {
  it.each([
    ['empty.png', Buffer.alloc(0)],
    ['note.jpg', Buffer.from('just words, '.repeat(1000))],
    ['page.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')],
    ['moving.png', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['print.png', Buffer.concat([Buffer.from('II*\0\b\0\0\0'), Buffer.alloc(200)])],
    ['paper.heic', Buffer.from('%PDF-1.7\n%%EOF')],
  ])('include %s because it is not an image', async (name, bytes) => {
    await writeFile(at(name), bytes);
    await expect(make.makeWebp(at(name), VARIANTS)).rejects.toBeInstanceOf(NotAnImage);
  });

  it('include all formats whose loaders sharp blocks', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow();
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('include a truncated %s as unreadable', async (format) => {
    const noise = sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    });
    const whole = await noise.toFormat(format).toBuffer();
    await writeFile(at(`cut.${format}`), whole.subarray(0, Math.floor(whole.length * 0.6)));
    await expect(make.makeWebp(at(`cut.${format}`), VARIANTS)).rejects.toBeInstanceOf(ImageUnreadable);
  });

  it('include a truncated HEIC as unreadable', async () => {
    const whole = await readFile(fixture('picture.heic'));
    await writeFile(at('cut.heic'), whole.subarray(0, whole.length - 120));
    await expect(make.makeWebp(at('cut.heic'), VARIANTS)).rejects.toBeInstanceOf(ImageUnreadable);
  });

  it('include a PNG of 268 megapixels in 33 kB, without unpacking it', async () => {
    const bomb = flatPng(16_384, 16_384);
    expect(bomb.length).toBeLessThan(100_000);
    await writeFile(at('bomb.png'), bomb);
    const before = process.memoryUsage.rss();
    await expect(make.makeWebp(at('bomb.png'), VARIANTS)).rejects.toBeInstanceOf(TooManyPixels);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('include a HEIC that states 100 megapixels, without decoding it', async () => {
    const bytes = await readFile(fixture('picture.heic'));
    const ispe = bytes.indexOf('ispe');
    bytes.writeUInt32BE(10_000, ispe + 8);
    bytes.writeUInt32BE(10_000, ispe + 12);
    await writeFile(at('claims.heic'), bytes);
    await expect(make.makeWebp(at('claims.heic'), VARIANTS)).rejects.toBeInstanceOf(TooManyPixels);
  });

  it('do not include a missing file, which is a server error', async () => {
    await expect(make.makeWebp(at('missing.png'), VARIANTS)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('scans of a JPEG', () => {
  const SCAN = Buffer.from([0xff, 0xda]);
  const makeFrom = async (jpeg: Buffer) => {
    await writeFile(at('scans.jpg'), jpeg);
    return make.makeWebp(at('scans.jpg'), VARIANTS);
  };

  it('are accepted up to 100', async () => {
    expect((await makeFrom(await jpegOfScans(100))).images).toHaveLength(2);
    await expect(makeFrom(await jpegOfScans(101))).rejects.toBeInstanceOf(ImageUnreadable);
  });

  it('are rejected without decoding if that would take half a minute', async () => {
    const bomb = await jpegOfScans(2000, 4800, 4800);
    expect(bomb.length).toBeLessThan(300_000);
    await expectWithin(2000, () => expect(makeFrom(bomb)).rejects.toBeInstanceOf(ImageUnreadable));
  });

  it('are counted after the longest segments', async () => {
    const long = jpegSegment(0xfe, Buffer.alloc(65_533));
    await expect(makeFrom(insertSegments(await jpegOfScans(101), long, long))).rejects.toThrow('100 scans');
  });

  it('do not count inside a segment or after the end of the image', async () => {
    const scans = Buffer.concat(Array<Buffer>(200).fill(SCAN));
    const jpeg = await jpegOfScans(100);
    const { images: files } = await makeFrom(Buffer.concat([insertSegments(jpeg, jpegSegment(0xe1, scans)), scans]));
    expect(files).toHaveLength(2);
  });

  it('are counted after fill bytes, restart markers and segments of length zero', async () => {
    const jpeg = await jpegOfScans(101);
    const padding = Buffer.from([0xff, 0xff, 0xff, 0xd0, 0xff, 0xfe, 0, 0, 0xff, 0x00, 0x42]);
    await expect(makeFrom(insertSegments(jpeg, padding))).rejects.toThrow('100 scans');
  });
});

describe('the HEIC decoder', () => {
  it('is stopped if it takes too long, and the next one works', async () => {
    const never = new AbortController().signal;
    await expect(decodeHeic(fixture('picture.heic'), 1e6, 1, never)).rejects.toBeInstanceOf(ImageUnreadable);
    expect(await decodeHeic(fixture('picture.heic'), 1e6, 20_000, never)).toMatchObject({ width: 320, height: 200 });
    await expect(decodeHeic(fixture('picture.heic'), 1000, 20_000, never)).rejects.toBeInstanceOf(TooManyPixels);
  });

  it('is stopped by closing', async () => {
    const stopping = new AbortController();
    const decoding = decodeHeic(fixture('picture.heic'), 1e6, 20_000, stopping.signal);
    stopping.abort();
    await expect(decoding).rejects.toBeInstanceOf(ImageUnreadable);
  });
});

it('the HEIC fixture states its orientation in Exif and in a property', async () => {
  const bytes = await readFile(fixture('turned.heic'));
  expect(bytes.includes('irot')).toBe(true);
  const { exif } = await sharp(bytes).metadata();
  // Tag 0x0112 (orientation), one short: 6.
  expect(exif?.toString('hex')).toContain('120103000100000006');
});
