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
  /** Pixels of the longer side, and the name of the picture. */
  readonly size: number;
  /** `inside` has its proportions and is never enlarged; `cover` is a square, cropped around the middle. */
  readonly fit: 'inside' | 'cover';
}

export interface ImageFile {
  readonly name: string;
  readonly data: Buffer;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ImageSet {
  /** In the order of the requested variants. */
  readonly images: ImageFile[];
  /** A thumbhash of the upright picture in base64: about 30 characters that draw a placeholder until it has loaded. */
  readonly thumbhash: string;
}

/** What a picture of the product shows. */
export type Picture = Registered<'picture', unknown>;

/** Draws a picture of the product as PNG. */
export type DrawPicture = (picture: Picture) => Promise<Buffer>;

/** The work on images itself, without any waiting line. */
interface ImageWork {
  /**
   * Creates WebP pictures from the pixels of an uploaded file: upright, sRGB, first frame, without EXIF, GPS or any other
   * metadata (rules.md#photos). The bytes decide which format the file has. The first variant is the largest: the others
   * are made from it. Throws NotAnImage, TooManyPixels and ImageUnreadable.
   */
  makeWebp(path: string, variants: readonly Variant[]): Promise<ImageSet>;
  /** Draws a picture of the product as PNG. */
  drawPicture(picture: Picture): Promise<Buffer>;
  close(): Promise<void>;
}

/** The account for which a picture is made. */
export interface Requester {
  /** Accounts take turns in the line. */
  readonly account: string;
  /** Aborted when the client hangs up, so that its place in the line becomes free. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Images with a waiting line for many requests at once. Also throws Overloaded, and AccountLineFull for one account.
 */
export interface Images extends Pick<ImageWork, 'drawPicture' | 'close'> {
  makeWebp(path: string, variants: readonly Variant[], requester: Requester): Promise<ImageSet>;
}

/** Cameras sold as 50 megapixels write up to 8,160 x 6,144. */
const IMAGE_PIXELS_MAX = 51_000_000;
/** Scans of a JPEG: cameras and web tools write some ten, and each costs the decoder a pass over the picture. */
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

// Only the loaders on this list are allowed; SVG, PDF, TIFF, GIF and anything a later release adds are refused.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});
sharp.cache(false);

const READING = { failOn: 'error', limitInputPixels: IMAGE_PIXELS_MAX } as const satisfies SharpOptions;

/** Checks a file before anything decodes it. */
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
  /** Whether sharp cannot decode the pixels. */
  readonly heic: boolean;
  readonly profile: Buffer | undefined;
}

/** Reads only the header of a file without Exif. */
async function readHeader(file: Buffer): Promise<Header> {
  const header = await sharp(file, { ...READING, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new ImageUnreadable('The header cannot be read.', { cause });
    });
  requirePixels(header.width * header.height);
  return { heic: header.format === 'heif' && header.compression !== 'av1', profile: header.icc };
}

/** How a picture becomes upright: it is mirrored first, then turned. */
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

/** A thumbhash is made from at most 100 by 100 pixels. */
const HASHED = { size: 100, fit: 'inside' } as const;

async function hashOf(picture: Sharp): Promise<string> {
  const small = resized(picture, HASHED).ensureAlpha().raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** Scales a picture down and says of its pixels which profile they have, so that sharp converts them to sRGB. */
async function withProfile(picture: Sharp, variant: Variant, profile: Buffer): Promise<Sharp> {
  const png = await resized(picture, variant).png({ compressionLevel: 0 }).toBuffer().catch(unreadable);
  return sharp(attachProfile(png, profile), READING);
}

/** Returns the profile of Display P3 that sharp comes with. */
async function makeDisplayP3(): Promise<Buffer | undefined> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  return (await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata()).icc;
}

/**
 * Decodes once and scales down in the same pass: an upload may have 50 megapixels, the largest variant has a few.
 * `profile` is for pixels that come without the profile of their file.
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

/**
 * Makes images in this very process: with sharp, and with a decoder thread for HEIC. The product draws its pictures by
 * `drawPicture`.
 */
export function images(drawPicture: DrawPicture): ImageWork {
  const closing = new AbortController();

  const fromHeic = async (path: string, variants: readonly Variant[], profile: Buffer | undefined) => {
    const { data, width, height } = await decodeHeic(path, IMAGE_PIXELS_MAX, TIMEOUT_S * 1000, closing.signal);
    // The decoder has already turned it upright by the boxes of the file; turning it by its EXIF would turn it twice.
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
      // Colors stated by numbers have no profile, and no decoder converts them.
      const stated = !profile && heif?.is_display_p3 ? await makeDisplayP3() : undefined;
      return heic
        ? fromHeic(path, variants, profile ?? stated)
        : encode(turn(sharp(file, READING), orientation), variants, stated);
    },
    drawPicture,
    close: async () => closing.abort(),
  };
}
