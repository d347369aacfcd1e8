/** The bytes are in none of the accepted formats, whatever the name and type say (415). */
export class NotAnImage extends Error {}

/** More pixels than IMAGE_PIXELS_MAX (413). */
export class TooManyPixels extends Error {}

/** An accepted format, but broken, cut off or too slow to decode (415). */
export class ImageUnreadable extends Error {}

/** The account already has as many pictures in the line as one account may have; the caller answers 429. */
export class AccountLineFull extends Error {}
