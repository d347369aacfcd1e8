import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 64 * 1024;
const SCAN = 0xda;
const END = 0xd9;

/** A segment with a length follows all markers but a stuffed FF, TEM, the restart markers, SOI and EOI. */
const hasLength = (marker: number) => marker > 0x01 && !(marker >= 0xd0 && marker <= END);

/**
 * Follows the markers of a JPEG chunk by chunk, as libjpeg does: segments are skipped by their length, and compressed
 * data ends at the next marker. `read` returns how many scans have begun so far, and whether the picture ended.
 */
function createMarkerWalk(): { read(chunk: Buffer): { scans: number; ended: boolean } } {
  let expected: 'data' | 'marker' | 'length' | 'length_end' = 'data';
  let length = 0;
  /** Bytes of the segment that still have to be skipped. */
  let skip = 0;
  let scans = 0;
  let ended = false;

  /** Continues reading at `at`, and returns where to go on. */
  const step = (chunk: Buffer, at: number): number => {
    if (skip > 0) {
      const skipped = Math.min(skip, chunk.length - at);
      skip -= skipped;
      return at + skipped;
    }
    if (expected === 'data') {
      const found = chunk.indexOf(0xff, at);
      if (found === -1) return chunk.length;
      expected = 'marker';
      return found + 1;
    }
    const byte = chunk[at]!;
    if (expected === 'marker') {
      // Any number of FF may stand before a marker.
      if (byte === 0xff) return at + 1;
      if (byte === SCAN) scans += 1;
      if (byte === END) ended = true;
      expected = hasLength(byte) ? 'length' : 'data';
    } else if (expected === 'length') {
      length = byte * 256;
      expected = 'length_end';
    } else {
      // The two bytes of the length count as well; libjpeg treats a smaller length as an empty segment.
      skip = Math.max(0, length + byte - 2);
      expected = 'data';
    }
    return at + 1;
  };

  return {
    read: (chunk) => {
      for (let at = 0; at < chunk.length && !ended; ) at = step(chunk, at);
      return { scans, ended };
    },
  };
}

/**
 * Whether a JPEG has more than `max` scans. Each scan of a progressive JPEG costs the decoder a pass over the whole
 * picture, and a few bytes are enough for a scan. Scans inside other segments (a camera's thumbnail) and after the end
 * of the picture (a motion photo's film) are not decoded and do not count.
 */
export async function hasMoreScans(file: FileHandle, max: number): Promise<boolean> {
  const walk = createMarkerWalk();
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return false;
    position += bytesRead;
    const { scans, ended } = walk.read(buffer.subarray(0, bytesRead));
    if (scans > max) return true;
    if (ended) return false;
  }
}
