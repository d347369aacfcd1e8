const TYPES = /^image\/(jpeg|jpg|png|webp|heic|heif|avif)$/i;
const ENDINGS = /\.(jpe?g|png|webp|heic|heif|avif)$/i;

/** For the file chooser: MIME types, and extensions for systems without HEIC support. */
export const PICTURE_ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,.heic,.heif,.avif';

/** Returns true if the file's type or name belongs to a picture format that the server accepts. */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  TYPES.test(type) || ENDINGS.test(name);
