import { readFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Registered } from '#platform/register.ts';
import { type ExifFormat, type Orientation, takeOrientation } from './exif.ts';
import { decodeHeic } from './heic.ts';
import { readHeif } from './heif-boxes.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from './image-errors.ts';
import { hasMoreScans } from './jpeg-segments.ts';
import { attachProfile } from './png-chunks.ts';

export interface Variant {
  /** The longer side in pixels, and the name of the file. */
  readonly size: number;
  /** `inside` keeps the proportions and never enlarges; `cover` is a square from the middle. */
  readonly fit: 'inside' | 'cover';
}

export interface ImageFile {
  readonly name: string;
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface ImageSet {
  readonly images: ImageFile[];
  /** A thumbhash (base64, about 30 characters), from which clients draw a placeholder. */
  readonly thumbhash: string;
}

export type Picture = Registered<'picture', unknown>;

export type DrawPicture = (picture: Picture) => Promise<Buffer>;

interface ImageWork {
  /**
   * Converts an upload to WebP: upright, sRGB, first frame, without metadata (docs/rules.md#photos). Detects the format
   * from the bytes. The first variant must be the largest, because all smaller variants are made from it. Throws
   * NotAnImage, TooManyPixels and ImageUnreadable.
   */
  makeWebp(path: string, variants: readonly Variant[]): Promise<ImageSet>;
  drawPicture(picture: Picture): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Requester {
  readonly account: string;
  /** Aborted if the client disconnects, which frees its slot. */
  readonly signal?: AbortSignal | undefined;
}

/** Image processing with a queue. Also throws Overloaded, and AccountLineFull for one account. */
export interface Images extends Pick<ImageWork, 'drawPicture' | 'close'> {
  makeWebp(path: string, variants: readonly Variant[], requester: Requester): Promise<ImageSet>;
}

/** Cameras sold as 50 megapixels write up to 8,160 x 6,144. */
const IMAGE_PIXELS_MAX = 51_000_000;
/** Cameras and web tools write about ten scans. Each costs the decoder a pass over the picture. */
const IMAGE_SCANS_MAX = 100;

const HEAD_BYTES = 4100;
const TIMEOUT_S = 30;
const QUALITY = 80;
const ACCEPTED: ReadonlyMap<string, ExifFormat | 'heif'> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'heif'],
  ['image/heic', 'heif'],
  ['image/heif', 'heif'],
  ['image/heic-sequence', 'heif'],
  ['image/heif-sequence', 'heif'],
]);

// Allows only these loaders: no SVG, PDF, TIFF or GIF, and no formats that a later release adds.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});
sharp.cache(false);

const READING = { failOn: 'error', limitInputPixels: IMAGE_PIXELS_MAX } as const satisfies SharpOptions;

async function requireFormat(file: Buffer): Promise<ExifFormat | 'heif'> {
  const type = await fileTypeFromBuffer(file.subarray(0, HEAD_BYTES)).catch(() => undefined);
  const format = ACCEPTED.get(type?.mime ?? '');
  if (!format) throw new NotAnImage();
  if (format === 'jpeg' && hasMoreScans(file, IMAGE_SCANS_MAX))
    throw new ImageUnreadable(`The JPEG has more than ${IMAGE_SCANS_MAX} scans.`);
  return format;
}

function requirePixels(pixels: number): void {
  if (pixels > IMAGE_PIXELS_MAX) throw new TooManyPixels();
}

interface Header {
  /** Whether the file needs the HEIC decoder, because sharp cannot decode the pixels. */
  readonly heic: boolean;
  readonly profile: Buffer | undefined;
}

async function readHeader(file: Buffer): Promise<Header> {
  const header = await sharp(file, { ...READING, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new ImageUnreadable('The header cannot be read.', { cause });
    });
  requirePixels(header.width * header.height);
  return { heic: header.format === 'heif' && header.compression !== 'av1', profile: header.icc };
}

/** How to turn a picture upright: mirror first, then rotate. */
const TURNS: Record<Orientation, { mirror?: 'flip' | 'flop'; angle?: number }> = {
  1: {},
  2: { mirror: 'flop' },
  3: { angle: 180 },
  4: { mirror: 'flip' },
  5: { mirror: 'flop', angle: 270 },
  6: { angle: 90 },
  7: { mirror: 'flop', angle: 90 },
  8: { angle: 270 },
};

function turn(picture: Sharp, orientation: Orientation): Sharp {
  const { mirror, angle } = TURNS[orientation];
  const mirrored = mirror ? picture[mirror]() : picture;
  return angle ? mirrored.rotate(angle) : mirrored;
}

const unreadable = (cause: unknown): never => {
  throw new ImageUnreadable('The pixels cannot be read.', { cause });
};

const resized = (picture: Sharp, { size, fit }: Variant) =>
  picture
    .clone()
    .resize({ width: size, height: size, fit, withoutEnlargement: fit === 'inside' })
    .timeout({ seconds: TIMEOUT_S });

/** A thumbhash takes at most 100 x 100 pixels. */
const HASHED = { size: 100, fit: 'inside' } as const;

async function hashOf(picture: Sharp): Promise<string> {
  const small = resized(picture, HASHED).ensureAlpha().raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** Scales down and attaches the profile, so sharp converts the pixels to sRGB. */
async function withProfile(picture: Sharp, variant: Variant, profile: Buffer): Promise<Sharp> {
  const png = await resized(picture, variant).png({ compressionLevel: 0 }).toBuffer().catch(unreadable);
  return sharp(attachProfile(png, profile), READING);
}

async function makeDisplayP3(): Promise<Buffer | undefined> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  return (await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata()).icc;
}

/**
 * Decodes once and scales down in the same pass, because an upload can have 50 megapixels. `profile` is for pixels that
 * lost their file's profile.
 */
async function encode(upright: Sharp, variants: readonly Variant[], profile?: Buffer): Promise<ImageSet> {
  const largest = await resized(profile ? await withProfile(upright, variants[0]!, profile) : upright, variants[0]!)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  const { width, height, channels } = largest.info;
  const picture = sharp(largest.data, { raw: { width, height, channels } });
  const images: ImageFile[] = [];
  for (const variant of variants) {
    const webp = resized(picture, variant).webp({ quality: QUALITY });
    const { data, info } = await webp.toBuffer({ resolveWithObject: true }).catch(unreadable);
    images.push({ name: String(variant.size), data, width: info.width, height: info.height });
  }
  return { images, thumbhash: await hashOf(picture) };
}

/** Creates image processing in this process, with a decoder thread for HEIC. */
export function images(drawPicture: DrawPicture): ImageWork {
  const closing = new AbortController();

  const fromHeic = async (path: string, variants: readonly Variant[], profile: Buffer | undefined) => {
    const { data, width, height } = await decodeHeic(path, IMAGE_PIXELS_MAX, TIMEOUT_S * 1000, closing.signal);
    // The decoder has turned it upright by its boxes; do not apply Exif too.
    const upright = sharp(data, { ...READING, raw: { width, height, channels: 4 } });
    return encode(upright, variants, profile);
  };

  return {
    async makeWebp(path, variants) {
      const file = await readFile(path);
      const format = await requireFormat(file);
      const heif = format === 'heif' ? readHeif(file) : undefined;
      if (heif) requirePixels(heif.pixels);
      const orientation = format === 'heif' ? 1 : takeOrientation(file, format);
      const { heic, profile } = await readHeader(file);
      // Decoders do not convert colors that are stated by code points instead of a profile.
      const stated = !profile && heif?.is_display_p3 ? await makeDisplayP3() : undefined;
      return heic
        ? fromHeic(path, variants, profile ?? stated)
        : encode(turn(sharp(file, READING), orientation), variants, stated);
    },
    drawPicture,
    close: async () => closing.abort(),
  };
}
