import { PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { PHOTO_SIZES } from '#domain/photo-sizes.ts';
import { isPicture } from '#platform/web/lib/picture-file.ts';

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

const QUALITY = 0.86;

const JPEG_START = [0xff, 0xd8];

/** Returns true if a file is a JPEG by its bytes, and so not transparent, whatever type a system reports for it. */
export async function isJpeg(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, JPEG_START.length).arrayBuffer());
  return JPEG_START.every((byte, i) => start[i] === byte);
}

/** Returns true if any of these pixels of 4 bytes shows what is behind it. */
export function isTransparent(pixels: Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha]! < 255) return true;
  return false;
}

/** The size of a picture scaled down to 1600 pixels on its longer side; null if it is no larger already. */
export function fitInto(width: number, height: number): { width: number; height: number } | null {
  const scale = PHOTO_SIZES[0] / Math.max(width, height);
  if (scale >= 1) return null;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Formats that are often transparent become WebP, and so do transparent pictures whose type nobody reported. */
async function targetOf(file: File, read: () => Uint8ClampedArray | undefined): Promise<string> {
  if (/png|webp/.test(file.type)) return 'image/webp';
  if (await isJpeg(file)) return 'image/jpeg';
  const pixels = read();
  return pixels && isTransparent(pixels) ? 'image/webp' : 'image/jpeg';
}

/** Returns null if the browser cannot write WebP: it gives a PNG. */
async function encode(file: File, picture: ImageBitmap): Promise<Blob | null> {
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0);
  const type = await targetOf(file, () => context?.getImageData(0, 0, width, height).data);
  const small = await canvas.convertToBlob({ type, quality: QUALITY });
  return small.type === type ? small : null;
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
  const small = await encode(file, picture);
  whole.close();
  picture.close();
  return small && small.size < file.size ? small : file;
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
