import { ImageUnreadable } from './image-errors.ts';

/** Segments, chunks or boxes of an image. Each costs a decoder memory and time; cameras write a few hundred. */
const IMAGE_PARTS_MAX = 10_000;

/** Yields the parts of a file; throws ImageUnreadable beyond IMAGE_PARTS_MAX. */
export function* limitParts<T>(parts: Iterable<T>): Generator<T> {
  let count = 0;
  for (const part of parts) {
    if (++count > IMAGE_PARTS_MAX) throw new ImageUnreadable(`The file has more than ${IMAGE_PARTS_MAX} parts.`);
    yield part;
  }
}
