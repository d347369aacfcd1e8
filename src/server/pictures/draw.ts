import { workerFile } from '#platform/images/worker-file.ts';
import type { SharedFigures } from './share-picture.ts';

declare module '#platform/register.ts' {
  interface Register {
    picture: SharedFigures;
  }
}

/** The program of the image process. It also draws the product's pictures. */
export const IMAGE_PROGRAM: URL = workerFile('image-worker', import.meta.url);

/**
 * Draws the picture of a share link as PNG. Imports the drawing code with the first picture, because most image
 * processes draw none and fonts take memory (docs/decisions/0054).
 */
export async function drawSharePicture(figures: SharedFigures): Promise<Buffer> {
  const { sharePicture } = await import('./share-picture.ts');
  return sharePicture(figures);
}
