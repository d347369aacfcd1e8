const SMALL = 48;

/** Returns the address of a picture for `size` CSS pixels: the small file if that is enough. */
export const avatarAddress = (url: string, size: number): string =>
  size <= SMALL ? url.replace(/\/512\.webp(?=$|\?)/, '/96.webp') : url;
