import { ImageUnreadable } from './image-errors.ts';
import { limitParts } from './image-parts.ts';

/** A box of a HEIF file. `content` is a view: writing to it changes the file. */
interface Box {
  readonly type: string;
  readonly content: Buffer;
}

/** The bytes of version and flags at the start of many boxes. */
const VERSION = 4;

function* walkBoxes(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (size < head) return;
    yield { type, content: bytes.subarray(at + head, at + size) };
    at += size;
  }
}

/** Lists the boxes directly in `bytes`, up to the first without a valid size. */
const listBoxes = (bytes: Buffer): Box[] => [...limitParts(walkBoxes(bytes))];

const listContents = (boxes: readonly Box[], type: string): Buffer[] =>
  boxes.filter((box) => box.type === type).map(({ content }) => content);

function listItemEntries(meta: readonly Box[]): { entry: Buffer; type_at: number }[] {
  return listContents(meta, 'iinf')
    .flatMap((info) => listContents(listBoxes(info.subarray(VERSION + (info[0] === 0 ? 2 : 4))), 'infe'))
    .filter((entry) => entry[0]! >= 2)
    .map((entry) => ({ entry, type_at: entry[0] === 2 ? 8 : 10 }));
}

/** Lists the property indices of an item, starting at 1. */
function listPropertyIndices(associations: Buffer, item: number): number[] {
  const [isLongId, isLongIndex] = [associations[0]! >= 1, (associations[3]! & 1) === 1];
  let at = VERSION + 4;
  for (let left = associations.readUInt32BE(VERSION); left > 0; left--) {
    const id = isLongId ? associations.readUInt32BE(at) : associations.readUInt16BE(at);
    at += isLongId ? 4 : 2;
    const count = associations[at++]!;
    const width = isLongIndex ? 2 : 1;
    // The highest bit marks a property as essential.
    if (id === item)
      return Array.from({ length: count }, (_, i) =>
        isLongIndex ? associations.readUInt16BE(at + i * width) & 0x7fff : associations[at + i]! & 0x7f,
      );
    at += count * width;
  }
  return [];
}

function findPrimary(meta: readonly Box[]): number | undefined {
  const primary = listContents(meta, 'pitm')[0];
  return primary && (primary[0] === 0 ? primary.readUInt16BE(VERSION) : primary.readUInt32BE(VERSION));
}

function listPrimaryProperties(meta: readonly Box[]): Box[] {
  const item = findPrimary(meta);
  if (item === undefined) return [];
  return listContents(meta, 'iprp').flatMap((content) => {
    const boxes = listBoxes(content);
    const properties = listContents(boxes, 'ipco').flatMap(listBoxes);
    const indices = listContents(boxes, 'ipma').flatMap((associations) => listPropertyIndices(associations, item));
    return indices.flatMap((index) => properties[index - 1] ?? []);
  });
}

/** The color primaries and transfer of Display P3 (ISO/IEC 23091-2). */
const isDisplayP3 = ({ type, content }: Box) =>
  type === 'colr' &&
  content.toString('latin1', 0, 4) === 'nclx' &&
  content.readUInt16BE(4) === 12 &&
  content.readUInt16BE(6) === 13;

function findMeta(file: Buffer): Box[] {
  const boxes = listBoxes(file);
  const [content, second] = listContents(boxes, 'meta');
  // `mini` replaces `meta` in a different form and can contain Exif too.
  if (!content || second || boxes.some(({ type }) => type === 'mini'))
    throw new ImageUnreadable('The file does not have one list of items.');
  return listBoxes(content.subarray(VERSION));
}

export interface HeifHeader {
  /** Zero if the file does not state it. */
  readonly pixels: number;
  /** Whether the colors are Display P3 by code points, without a profile. */
  readonly is_display_p3: boolean;
}

/**
 * Reads the header of a HEIF file and hides its Exif items from decoders by changing `file`. Decoders take the
 * orientation from HEIF properties, not from Exif. Throws ImageUnreadable.
 */
export function readHeif(file: Buffer): HeifHeader {
  try {
    const meta = findMeta(file);
    for (const { entry, type_at } of listItemEntries(meta))
      if (/^exif$/i.test(entry.toString('latin1', type_at, type_at + 4))) entry.write('free', type_at, 'latin1');
    const properties = listPrimaryProperties(meta);
    const sizes = listContents(properties, 'ispe').map(
      (size) => size.readUInt32BE(VERSION) * size.readUInt32BE(VERSION + 4),
    );
    return { pixels: Math.max(0, ...sizes), is_display_p3: properties.some(isDisplayP3) };
  } catch (cause) {
    throw cause instanceof RangeError ? new ImageUnreadable('The boxes of the file are broken.', { cause }) : cause;
  }
}

/**
 * Marks all items but the primary picture as hidden, so decoders list only the primary picture. They still decode its
 * tiles.
 */
export function hideOtherPictures(file: Buffer): void {
  const meta = findMeta(file);
  const primary = findPrimary(meta);
  for (const { entry } of listItemEntries(meta)) {
    const item = entry[0] === 2 ? entry.readUInt16BE(VERSION) : entry.readUInt32BE(VERSION);
    if (item !== primary) entry[3]! |= 1;
  }
}
