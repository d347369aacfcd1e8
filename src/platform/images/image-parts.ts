import { ImageUnreadable } from './image-errors.ts';

/** Segments, chunks or boxes of an image: a decoder needs memory and time for each, and cameras write a few hundred. */
const IMAGE_PARTS_MAX = 10_000;

/** Passes the parts of a file on, and throws ImageUnreadable after the last that a file may have. */
export function* limitParts<T>(parts: Iterable<T>): Generator<T> {
  let count = 0;
  for (const part of parts) {
    if (++count > IMAGE_PARTS_MAX) throw new ImageUnreadable(`The file has more than ${IMAGE_PARTS_MAX} parts.`);
    yield part;
  }
}
