/** The bytes have no accepted format, whatever the name and type say (415). */
export class NotAnImage extends Error {}

/** More than IMAGE_PIXELS_MAX pixels (413). */
export class TooManyPixels extends Error {}

/** An accepted format, but broken, truncated or too slow to decode (415). */
export class ImageUnreadable extends Error {}

/** The account has too many pictures in the queue (429). */
export class AccountLineFull extends Error {}
