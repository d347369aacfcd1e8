const TYPES = /^image\/(jpeg|jpg|png|webp|heic|heif|avif)$/i;
const ENDINGS = /\.(jpe?g|png|webp|heic|heif|avif)$/i;

/** For the file chooser: types, and file endings for systems that do not know HEIC. */
export const PICTURE_ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,.heic,.heif,.avif';

/** Whether a file says that it is a picture which the server takes. */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  TYPES.test(type) || ENDINGS.test(name);
