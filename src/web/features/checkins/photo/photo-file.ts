import { PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { PHOTO_SIZES } from '#domain/photo-sizes.ts';
import { isPicture } from '#platform/web/lib/picture-file.ts';

/** The type that a system reports for an unknown file. */
const UNKNOWN = 'application/octet-stream';

type PhotoProblem = 'app.checkins.photo.not_image' | 'app.checkins.photo.too_large';
type Described = Pick<File, 'type' | 'name' | 'size'>;

/** Returns the message key of a photo's problem, or null. The server checks the bytes later. */
export function photoProblem(file: Described): PhotoProblem | null {
  if (!isPicture(file) && file.type !== UNKNOWN) return 'app.checkins.photo.not_image';
  return file.size > PHOTO_BYTES_MAX ? 'app.checkins.photo.too_large' : null;
}

/** Returns true for a format that most browsers cannot show and that takes the server longer. */
export const isHeic = ({ type, name }: Described): boolean =>
  /^image\/hei[cf]$/i.test(type) || /\.hei[cf]$/i.test(name);

const QUALITY = 0.86;

const JPEG_START = [0xff, 0xd8];

/** Returns true if a file starts like a JPEG and so cannot be transparent, whatever its type. */
export async function isJpeg(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, JPEG_START.length).arrayBuffer());
  return JPEG_START.every((byte, i) => start[i] === byte);
}

/** Returns true if any of these RGBA pixels is transparent. */
export function isTransparent(pixels: Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha]! < 255) return true;
  return false;
}

/** Scales a size down to 1600 pixels on its longer side, or returns null if it already fits. */
export function fitInto(width: number, height: number): { width: number; height: number } | null {
  const scale = PHOTO_SIZES[0] / Math.max(width, height);
  if (scale >= 1) return null;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns WebP for formats that are often transparent and for transparent pictures of other types. */
async function targetOf(file: File, read: () => Uint8ClampedArray | undefined): Promise<string> {
  if (/png|webp/.test(file.type)) return 'image/webp';
  if (await isJpeg(file)) return 'image/jpeg';
  const pixels = read();
  return pixels && isTransparent(pixels) ? 'image/webp' : 'image/jpeg';
}

/** Returns null if the browser cannot encode WebP; it then returns a PNG. */
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
  // Decoding, rotation and resizing run off the main thread.
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
 * Shrinks a photo to the stored size and drops metadata such as its location. Returns the original if the browser
 * cannot decode it. Each file is shrunk once.
 */
export function shrinkPhoto(file: File): Promise<Blob> {
  const result = shrunk.get(file) ?? shrink(file).catch(() => file);
  shrunk.set(file, result);
  return result;
}
