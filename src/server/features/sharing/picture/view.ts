import type { Images } from '#platform/images/images.ts';
import type { SharedFigures } from '../../../pictures/share-picture.ts';

/** About 100 kB each. */
const PICTURES_MAX = 100;

/** Returns the picture of these results, drawing it if necessary. */
export type SharePictures = (etag: string, figures: SharedFigures) => Promise<Buffer>;

/** Caches the latest share pictures by ETag. If many people open a new link concurrently, all wait for one drawing. */
export function cacheSharePictures(images: Pick<Images, 'drawPicture'>): SharePictures {
  // A Map keeps the order of insertion, so its first entry is the least recently used.
  const pictures = new Map<string, Promise<Buffer>>();

  const draw = (etag: string, figures: SharedFigures): Promise<Buffer> => {
    const picture = images.drawPicture(figures);
    picture.catch(() => pictures.delete(etag));
    return picture;
  };

  return (etag, figures) => {
    const picture = pictures.get(etag) ?? draw(etag, figures);
    pictures.delete(etag);
    pictures.set(etag, picture);
    if (pictures.size > PICTURES_MAX) pictures.delete(pictures.keys().next().value!);
    return picture;
  };
}
