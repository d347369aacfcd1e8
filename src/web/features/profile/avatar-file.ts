import { ERRORS } from '#contract/errors.ts';
import { AVATAR_BYTES_MAX } from '#domain/limits.ts';

const TYPES = /^image\/(jpeg|jpg|png|webp|heic|heif|avif)$/i;
const ENDINGS = /\.(jpe?g|png|webp|heic|heif|avif)$/i;

/** For the file chooser: types, and file endings for systems that do not know HEIC. */
export const AVATAR_ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,.heic,.heif,.avif';

/** What is wrong with a picture before it is sent, or null. The server then decides by its bytes. */
export function avatarProblem({ type, name, size }: Pick<File, 'type' | 'name' | 'size'>): string | null {
  if (!TYPES.test(type) && !ENDINGS.test(name)) return ERRORS.avatar_not_image.detail;
  return size > AVATAR_BYTES_MAX ? ERRORS.avatar_too_large.detail : null;
}
