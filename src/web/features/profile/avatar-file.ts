import { AVATAR_BYTES_MAX } from '#domain/limits.ts';
import type { Translate } from '#messages/translate.ts';

const TYPES = /^image\/(jpeg|jpg|png|webp|heic|heif|avif)$/i;
const ENDINGS = /\.(jpe?g|png|webp|heic|heif|avif)$/i;

/** The largest picture, in megabytes. */
export const AVATAR_MB_MAX = AVATAR_BYTES_MAX / 1024 ** 2;

/** For the file chooser: types, and file endings for systems that do not know HEIC. */
export const AVATAR_ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,.heic,.heif,.avif';

/** What is wrong with a picture before it is sent, or null. The server then decides by its bytes. */
export function avatarProblem(t: Translate, { type, name, size }: Pick<File, 'type' | 'name' | 'size'>): string | null {
  if (!TYPES.test(type) && !ENDINGS.test(name)) return t('app.profile.avatar.not_image');
  return size > AVATAR_BYTES_MAX ? t('app.profile.avatar.too_large', { max: AVATAR_MB_MAX }) : null;
}
