import { AVATAR_BYTES_MAX } from '#domain/limits.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { isPicture } from '#platform/web/lib/picture-file.ts';

export const AVATAR_MB_MAX = AVATAR_BYTES_MAX / 1024 ** 2;

/** Checks a picture before sending it. Returns null if it is fine. The server then decides by its bytes. */
export function avatarProblem(t: Translate, file: Pick<File, 'type' | 'name' | 'size'>): string | null {
  if (!isPicture(file)) return t('app.profile.avatar.not_image');
  return file.size > AVATAR_BYTES_MAX ? t('app.profile.avatar.too_large', { max: AVATAR_MB_MAX }) : null;
}
