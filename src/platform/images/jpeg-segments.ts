import { limitParts } from './image-parts.ts';

/** A segment of a JPEG; its content, without marker and length, is empty after markers that have none. */
export interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

const SCAN = 0xda;
const END = 0xd9;

/** A segment with a length follows all markers but a stuffed FF, TEM, the restart markers, SOI and EOI. */
const hasLength = (marker: number) => marker > 0x01 && !(marker >= 0xd0 && marker <= END);

function* listSegments(jpeg: Buffer): Generator<Segment> {
  for (let at = jpeg.indexOf(0xff); at !== -1; at = jpeg.indexOf(0xff, at)) {
    // Any number of FF can precede a marker.
    while (jpeg[at] === 0xff) at += 1;
    const marker = jpeg[at++];
    if (marker === undefined || marker === END) return;
    if (!hasLength(marker)) continue;
    // The two bytes of the length count as well; libjpeg treats a smaller length as an empty segment.
    const start = at + 2;
    if (start <= jpeg.length) at += Math.max(2, jpeg.readUInt16BE(at));
    yield { marker, start, end: at };
  }
}

/**
 * Walks the segments of a JPEG as libjpeg does: it skips them by their length, and compressed data ends at the next
 * marker. The walk stops at the end of the picture. Throws ImageUnreadable if there are too many.
 */
export const walkSegments = (jpeg: Buffer): Iterable<Segment> => limitParts(listSegments(jpeg));

/**
 * Returns true if a JPEG has more than `max` scans. Each scan of a progressive JPEG costs the decoder a pass over the
 * whole picture, and a few bytes are enough for a scan. Scans inside other segments (a camera's thumbnail) and after the
 * end of the picture (a motion photo's film) are not decoded and do not count.
 */
export function hasMoreScans(jpeg: Buffer, max: number): boolean {
  let scans = 0;
  for (const { marker } of walkSegments(jpeg)) if (marker === SCAN && ++scans > max) return true;
  return false;
}
