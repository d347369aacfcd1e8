import { crc32 } from 'node:zlib';
import { limitParts } from './image-parts.ts';
import { walkSegments } from './jpeg-segments.ts';

/** The Exif orientation; 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type ExifFormat = 'jpeg' | 'png' | 'webp';

interface Part {
  readonly start: number;
  readonly end: number;
  readonly is_exif: boolean;
}

const EXIF_HEAD = Buffer.from('Exif\0\0', 'latin1');
/** How many directory entries are read; cameras write about 20. */
const ENTRIES_MAX = 200;
const ENTRY_BYTES = 12;
const ORIENTATION = 0x0112;
const SHORT = 3;

function* walkJpeg(file: Buffer): Generator<Part> {
  const APP1 = 0xe1;
  // libvips compares only these four letters.
  for (const { marker, start, end } of walkSegments(file))
    yield { start, end, is_exif: marker === APP1 && file.toString('latin1', start, start + 4) === 'Exif' };
}

function* walkPng(file: Buffer): Generator<Part> {
  const [SIGNATURE, HEAD, CHECKSUM] = [8, 8, 4];
  for (let at = SIGNATURE; at + HEAD <= file.length; ) {
    const start = at + HEAD;
    const end = start + file.readUInt32BE(at);
    yield { start, end, is_exif: file.toString('latin1', at + 4, start) === 'eXIf' };
    at = end + CHECKSUM;
  }
}

function* walkWebp(file: Buffer): Generator<Part> {
  const [FILE_HEAD, HEAD] = [12, 8];
  for (let at = FILE_HEAD; at + HEAD <= file.length; ) {
    const start = at + HEAD;
    const size = file.readUInt32LE(at + 4);
    yield { start, end: start + size, is_exif: file.toString('latin1', at, at + 4) === 'EXIF' };
    // Chunks of odd size are padded by a byte.
    at = start + size + (size % 2);
  }
}

/** Renames a chunk to a private name, so decoders skip it, and updates its checksum. */
function hideInPng(file: Buffer, { start, end }: Part): void {
  file.write('exIf', start - 4, 'latin1');
  if (end + 4 <= file.length) file.writeUInt32BE(crc32(file.subarray(start - 4, end)), end);
}

interface Container {
  walk(file: Buffer): Iterable<Part>;
  hide(file: Buffer, part: Part): void;
}

const CONTAINERS: Record<ExifFormat, Container> = {
  jpeg: { walk: walkJpeg, hide: (file, { start }) => file.fill(0, start, start + 4) },
  png: { walk: (file) => limitParts(walkPng(file)), hide: hideInPng },
  webp: {
    walk: (file) => limitParts(walkWebp(file)),
    hide: (file, { start }) => file.write('NONE', start - 8, 'latin1'),
  },
};

/** Reads the orientation from the first directory of an Exif block; upright if it is missing. */
function readOrientation(block: Buffer): Orientation {
  const hasHead = block.subarray(0, EXIF_HEAD.length).equals(EXIF_HEAD);
  const tiff = hasHead ? block.subarray(EXIF_HEAD.length) : block;
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const isLittle = order === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const first = directory + 2;
  const whole = Math.floor((tiff.length - first) / ENTRY_BYTES);
  for (let entry = 0; entry < Math.min(short(directory), whole, ENTRIES_MAX); entry++) {
    const at = first + entry * ENTRY_BYTES;
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : 1;
  }
  return 1;
}

/**
 * Hides all Exif from decoders by changing `file`, and returns the orientation of the first block. libexif follows the
 * pointers of a hostile file for many seconds before a pixel is decoded. This reads one directory and follows no
 * pointer. Throws ImageUnreadable if the file has too many parts.
 */
export function takeOrientation(file: Buffer, format: ExifFormat): Orientation {
  const { walk, hide } = CONTAINERS[format];
  let orientation: Orientation | undefined;
  for (const part of walk(file)) {
    if (!part.is_exif) continue;
    orientation ??= readOrientation(file.subarray(part.start, part.end));
    hide(file, part);
  }
  return orientation ?? 1;
}
