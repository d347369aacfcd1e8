/** The widths in pixels of a check-in's photo and its small version; they also name its files. */
export const PHOTO_SIZES = [1600, 400] as const;
/** The sides in pixels of a profile picture and its small version; they also name its files. */
export const AVATAR_SIZES = [512, 96] as const;
