import { IMAGE_PARTS_MAX } from '#domain/limits.ts';
import { ImageUnreadable } from './image-errors.ts';

/** Passes the parts of a file on, and throws ImageUnreadable after the last that a file may have. */
export function* limitParts<T>(parts: Iterable<T>): Generator<T> {
  let count = 0;
  for (const part of parts) {
    if (++count > IMAGE_PARTS_MAX) throw new ImageUnreadable(`The file has more than ${IMAGE_PARTS_MAX} parts.`);
    yield part;
  }
}
