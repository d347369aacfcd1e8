import { limitParts } from './image-parts.ts';

/** A JPEG segment; its content excludes marker and length. */
export interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

const SCAN = 0xda;
const END = 0xd9;

/** All markers have a length except a stuffed FF, TEM, the restart markers, SOI and EOI. */
const hasLength = (marker: number) => marker > 0x01 && !(marker >= 0xd0 && marker <= END);

function* listSegments(jpeg: Buffer): Generator<Segment> {
  for (let at = jpeg.indexOf(0xff); at !== -1; at = jpeg.indexOf(0xff, at)) {
    // Any number of FF can precede a marker.
    while (jpeg[at] === 0xff) at += 1;
    const marker = jpeg[at++];
    if (marker === undefined || marker === END) return;
    if (!hasLength(marker)) continue;
    // The length includes its own two bytes; libjpeg reads a smaller length as an empty segment.
    const start = at + 2;
    if (start <= jpeg.length) at += Math.max(2, jpeg.readUInt16BE(at));
    yield { marker, start, end: at };
  }
}

/**
 * Walks the segments of a JPEG up to the end of the picture, as libjpeg does. Segments are skipped by their length, and
 * compressed data ends at the next marker. Throws ImageUnreadable if there are too many.
 */
export const walkSegments = (jpeg: Buffer): Iterable<Segment> => limitParts(listSegments(jpeg));

/**
 * Returns true if a JPEG has more than `max` scans. Each scan takes a few bytes and costs the decoder a pass over the
 * picture. Scans inside segments (thumbnails) or after the end (motion photos) are not decoded, so they do not count.
 */
export function hasMoreScans(jpeg: Buffer, max: number): boolean {
  let scans = 0;
  for (const { marker } of walkSegments(jpeg)) if (marker === SCAN && ++scans > max) return true;
  return false;
}
