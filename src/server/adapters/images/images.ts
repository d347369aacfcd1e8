import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { IMAGE_PIXELS_MAX } from '#domain/limits.ts';
import { makeConcurrencyLimit } from '../concurrency-limit.ts';
import { decodeHeic } from './heic.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from './image-errors.ts';

export interface Variant {
  readonly name: string;
  /** Pixels. Without a height it is free. */
  readonly width: number;
  readonly height?: number;
  /** `inside` never makes larger; `cover` fills width and height exactly, cropped about the middle. */
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
  /** In the order of the variants that were asked for. */
  readonly images: ImageFile[];
  /** A thumbhash of the upright picture in base64: some 30 characters that draw its place until it is there. */
  readonly thumbhash: string;
}

export interface Images {
  /**
   * Makes WebP pictures anew from the pixels of an uploaded file: upright, sRGB, first frame, without EXIF, GPS or any
   * other metadata (Decisions 6). What the file is, its bytes say. Throws NotAnImage, TooManyPixels, ImageUnreadable
   * and, when too many wait, Overloaded. The first variant is the largest: the others are made from it.
   */
  makeWebp(path: string, variants: readonly Variant[]): Promise<ImageSet>;
  close(): Promise<void>;
}

const HEAD_BYTES = 4100;
const TIMEOUT_S = 30;
const QUALITY = 80;
const ACCEPTED = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
]);

// Loaders are refused unless they are on this list: SVG, PDF, TIFF, GIF and whatever a later release adds.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});
sharp.cache(false);

const READING = { failOn: 'error', limitInputPixels: IMAGE_PIXELS_MAX } as const satisfies SharpOptions;

async function requireImage(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const type = await fileTypeFromBuffer(buffer.subarray(0, bytesRead)).catch(() => undefined);
    if (!type || !ACCEPTED.has(type.mime)) throw new NotAnImage();
  } finally {
    await file.close();
  }
}

/** Reads the header alone: how many pixels there are, and whether sharp can decode them. */
async function requirePixels(path: string): Promise<{ heic: boolean }> {
  const header = await sharp(path, { ...READING, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new ImageUnreadable('The header cannot be read.', { cause });
    });
  if (header.width * header.height > IMAGE_PIXELS_MAX) throw new TooManyPixels();
  return { heic: header.format === 'heif' && header.compression !== 'av1' };
}

const unreadable = (cause: unknown): never => {
  throw new ImageUnreadable('The pixels cannot be read.', { cause });
};

const resized = (picture: Sharp, { width, height, fit }: Omit<Variant, 'name'>) =>
  picture
    .clone()
    .resize({ width, ...(height ? { height } : {}), fit, withoutEnlargement: fit === 'inside' })
    .timeout({ seconds: TIMEOUT_S });

/** The thumbhash's own format takes at most 100 pixels a side. */
const HASHED = { width: 100, height: 100, fit: 'inside' } as const;

async function hashOf(picture: Sharp): Promise<string> {
  const small = resized(picture, HASHED).ensureAlpha().raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** Decodes once: what is uploaded may have 50 megapixels, the largest variant has a few. */
async function encode(upright: Sharp, variants: readonly Variant[]): Promise<ImageSet> {
  const largest = await resized(upright, variants[0]!)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  const { width, height, channels } = largest.info;
  const picture = sharp(largest.data, { raw: { width, height, channels } });
  const images: ImageFile[] = [];
  for (const variant of variants) {
    const made = resized(picture, variant).webp({ quality: QUALITY });
    const { data, info } = await made.toBuffer({ resolveWithObject: true }).catch(unreadable);
    images.push({ name: variant.name, data, width: info.width, height: info.height });
  }
  return { images, thumbhash: await hashOf(picture) };
}

/** Pictures by sharp, two of them at once; HEIC by a decoder thread, one at a time with at most 8 waiting. */
export function images(options: { timeout_ms?: number } = {}): Images {
  const timeout = options.timeout_ms ?? TIMEOUT_S * 1000;
  const sharpGate = makeConcurrencyLimit(2, 50);
  const heicGate = makeConcurrencyLimit(1, 8);
  const closing = new AbortController();

  const fromHeic = (path: string, variants: readonly Variant[]) =>
    // The place is kept until the variants are made: only one decoded picture is in memory.
    heicGate(async () => {
      const { data, width, height } = await decodeHeic(path, IMAGE_PIXELS_MAX, timeout, closing.signal);
      // The decoder has turned it upright by the file's boxes; what its EXIF says would turn it twice.
      const upright = sharp(data, { ...READING, raw: { width, height, channels: 4 } });
      return sharpGate(() => encode(upright, variants));
    });

  return {
    async makeWebp(path, variants) {
      await requireImage(path);
      const { heic } = await sharpGate(() => requirePixels(path));
      if (heic) return fromHeic(path, variants);
      return sharpGate(() => encode(sharp(path, READING).autoOrient(), variants));
    },
    close: async () => closing.abort(),
  };
}
