import { heifFile, pictureOf, sizeProperty } from './heif-file.ts';

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly value: number;
}

/** Makes an Exif block of one directory; `next` is the place of the directory that follows it. */
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

/** Makes an Exif block whose entries, 5,400 of them, all point to the directory that they are in. */
export const exifBomb = (tag: number): Buffer => exifBlock(Array<Entry>(5400).fill({ tag, type: 4, value: 8 }), 8);

/** An Exif block that states an orientation alone. */
export const orientationBlock = (value: number): Buffer => exifBlock([{ tag: 0x0112, type: 3, value }]);

/** Makes a segment of a JPEG. */
export function jpegSegment(marker: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Puts segments in front of all others of a JPEG. */
export const insertSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** Makes a WebP of 64 x 64 with an Exif chunk from a simple one. */
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

/** Makes a HEIF file of one picture and an Exif item from one without Exif. */
export function heifWithExif(brand: 'heic' | 'avif', file: Buffer, exif: Buffer, size: [number, number]): Buffer {
  const { data, configuration } = pictureOf(file, brand === 'heic' ? 'hvcC' : 'av1C');
  return heifFile(brand, [
    { type: brand === 'heic' ? 'hvc1' : 'av01', data, properties: [configuration, sizeProperty(...size)] },
    { type: 'Exif', data: Buffer.concat([Buffer.alloc(4), exif]), describes: 1 },
  ]);
}
