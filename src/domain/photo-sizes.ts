/** The widths in pixels of a check-in's photo and of its small version, which are also the names of its files. */
export const PHOTO_SIZES = [1600, 400] as const;
/** The sides in pixels of a profile picture and of its small version, which are also the names of its files. */
export const AVATAR_SIZES = [512, 96] as const;
