import { heifFile, pictureOf, sizeProperty } from './heif-file.ts';

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly value: number;
}

/** Creates an Exif block of one directory. `next` is the offset of the next directory. */
export function exifBlock(entries: readonly Entry[], next = 0): Buffer {
  const block = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  block.write('II*\0\b', 'latin1');
  block.writeUInt16LE(entries.length, 8);
  for (const [i, { tag, type, value }] of entries.entries()) {
    block.writeUInt16LE(tag, 10 + i * 12);
    block.writeUInt16LE(type, 12 + i * 12);
    block.writeUInt32LE(1, 14 + i * 12);
    block.writeUInt32LE(value, 18 + i * 12);
  }
  block.writeUInt32LE(next, block.length - 4);
  return block;
}

/** Creates an Exif block of 5,400 entries that all point to their own directory. */
export const exifBomb = (tag: number): Buffer => exifBlock(Array<Entry>(5400).fill({ tag, type: 4, value: 8 }), 8);

/** Creates an Exif block that only states an orientation. */
export const orientationBlock = (value: number): Buffer => exifBlock([{ tag: 0x0112, type: 3, value }]);

/** Creates a JPEG segment. */
export function jpegSegment(marker: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Inserts segments before all others of a JPEG. */
export const insertSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** Adds an Exif chunk to a simple WebP of 64 x 64. */
export function webpWithExif(webp: Buffer, exif: Buffer): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.from(`${name}0000`, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const HAS_EXIF = 8;
  const canvas = Buffer.from([HAS_EXIF, 0, 0, 0, 63, 0, 0, 63, 0, 0]);
  const content = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', canvas),
    webp.subarray(12),
    chunk('EXIF', exif),
  ]);
  return chunk('RIFF', content);
}

/** Adds an Exif item to a HEIF file of one picture. */
export function heifWithExif(brand: 'heic' | 'avif', file: Buffer, exif: Buffer, size: [number, number]): Buffer {
  const { data, configuration } = pictureOf(file, brand === 'heic' ? 'hvcC' : 'av1C');
  return heifFile(brand, [
    { type: brand === 'heic' ? 'hvc1' : 'av01', data, properties: [configuration, sizeProperty(...size)] },
    { type: 'Exif', data: Buffer.concat([Buffer.alloc(4), exif]), describes: 1 },
  ]);
}
