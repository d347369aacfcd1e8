import { ERRORS } from '#contract/errors.ts';
import { PHOTO_BYTES_MAX } from '#domain/limits.ts';

const TYPES = /^image\/(jpeg|jpg|png|webp|heic|heif|avif)$/i;
/** What systems call a file they do not know; the server looks at its bytes. */
const UNKNOWN = 'application/octet-stream';
const ENDINGS = /\.(jpe?g|png|webp|heic|heif|avif)$/i;

/** For the file chooser: types, and endings for systems that do not know HEIC. */
export const PHOTO_ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,.heic,.heif,.avif';

type Described = Pick<File, 'type' | 'name' | 'size'>;

/** What is wrong with a photo before it is sent, or null. The server decides by the bytes (Spec 5, Decisions 6). */
export function photoProblem({ type, name, size }: Described): string | null {
  if (!TYPES.test(type) && type !== UNKNOWN && !ENDINGS.test(name)) return ERRORS.photo_not_image.detail;
  return size > PHOTO_BYTES_MAX ? ERRORS.photo_too_large.detail : null;
}

/** Whether most browsers cannot show it and the server takes its time (Spec 5). */
export const isHeic = ({ type, name }: Described): boolean =>
  /^image\/hei[cf]$/i.test(type) || /\.hei[cf]$/i.test(name);
