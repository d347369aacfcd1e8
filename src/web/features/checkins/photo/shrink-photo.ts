/** The server keeps no more (Decisions 6). */
const SIDE_MAX = 1600;
const QUALITY = 0.86;

/** The formats that may be see-through keep that; a browser that cannot write WebP answers PNG, which is larger. */
const targetOf = ({ type }: Blob) => (/png|webp/.test(type) ? 'image/webp' : 'image/jpeg');

/** The measures of a picture with no side longer than 1600 pixels; null when it has none to begin with. */
export function fitInto(width: number, height: number): { width: number; height: number } | null {
  const scale = SIDE_MAX / Math.max(width, height);
  if (scale >= 1) return null;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function encode(picture: ImageBitmap, type: string): Promise<Blob | null> {
  if ('OffscreenCanvas' in window) {
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return canvas.convertToBlob({ type, quality: QUALITY });
  }
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

async function shrink(file: File): Promise<Blob> {
  // Decoding, turning and resizing happen beside the main thread.
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
  return small && small.type === type && small.size < file.size ? small : file;
}

const made = new WeakMap<File, Promise<Blob>>();

/**
 * The photo as it is sent: no larger than the server keeps, and without what the camera wrote about the place. What this
 * browser cannot decode goes as it is. Each file is worked on once, so that it may begin when it is chosen.
 */
export function shrinkPhoto(file: File): Promise<Blob> {
  const known = made.get(file) ?? shrink(file).catch(() => file);
  made.set(file, known);
  return known;
}
