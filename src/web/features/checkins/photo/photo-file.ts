import { PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { isPicture } from '#web/lib/picture-file.ts';

/** The type that a system reports for a file it does not know. */
const UNKNOWN = 'application/octet-stream';

type PhotoProblem = 'app.checkins.photo.not_image' | 'app.checkins.photo.too_large';
type Described = Pick<File, 'type' | 'name' | 'size'>;

/** What is wrong with a photo before it is sent, as the key of a message, or null. The server then decides by its bytes. */
export function photoProblem(file: Described): PhotoProblem | null {
  if (!isPicture(file) && file.type !== UNKNOWN) return 'app.checkins.photo.not_image';
  return file.size > PHOTO_BYTES_MAX ? 'app.checkins.photo.too_large' : null;
}

/** Whether it is a format that most browsers cannot show and that takes the server longer. */
export const isHeic = ({ type, name }: Described): boolean =>
  /^image\/hei[cf]$/i.test(type) || /\.hei[cf]$/i.test(name);

/** The longer side of the photo that the server stores (docs/rules.md#photos). */
const SIDE_MAX = 1600;
const QUALITY = 0.86;

/** Formats that may be transparent become WebP. A browser that cannot write WebP gives a PNG, which is not used. */
const targetOf = ({ type }: Blob) => (/png|webp/.test(type) ? 'image/webp' : 'image/jpeg');

/** The size of a picture scaled down to 1600 pixels on its longer side; null if it is no larger already. */
export function fitInto(width: number, height: number): { width: number; height: number } | null {
  const scale = SIDE_MAX / Math.max(width, height);
  if (scale >= 1) return null;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function encode(picture: ImageBitmap, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas.convertToBlob({ type, quality: QUALITY });
}

async function shrink(file: File): Promise<Blob> {
  // Decoding, rotating and resizing happen off the main thread.
  const whole = await createImageBitmap(file);
  const fitting = fitInto(whole.width, whole.height);
  const resize = fitting && {
    resizeWidth: fitting.width,
    resizeHeight: fitting.height,
    resizeQuality: 'high' as const,
  };
  const picture = resize ? await createImageBitmap(whole, resize) : whole;
  const type = targetOf(file);
  const small = await encode(picture, type);
  whole.close();
  picture.close();
  return small.type === type && small.size < file.size ? small : file;
}

const shrunk = new WeakMap<File, Promise<Blob>>();

/**
 * The photo as it is sent: no larger than the server stores, and without the camera's metadata such as the place. A file
 * that this browser cannot decode is sent as it is. Each file is shrunk once, so this may be called when it is chosen.
 */
export function shrinkPhoto(file: File): Promise<Blob> {
  const result = shrunk.get(file) ?? shrink(file).catch(() => file);
  shrunk.set(file, result);
  return result;
}
