import { workerFile } from '#platform/images/worker-file.ts';
import type { SharedFigures } from './share-picture.ts';

declare module '#platform/register.ts' {
  interface Register {
    picture: SharedFigures;
  }
}

/** The program of the image process, which draws the pictures of the product as well. */
export const IMAGE_PROGRAM: URL = workerFile('image-worker', import.meta.url);

/**
 * Draws the picture of a share link as PNG. What draws it is imported with the first picture: most image processes draw
 * none, and fonts take memory (docs/decisions/0054).
 */
export async function drawSharePicture(figures: SharedFigures): Promise<Buffer> {
  const { sharePicture } = await import('./share-picture.ts');
  return sharePicture(figures);
}
