const SMALL = 48;

/** The address of a member's picture for `size` CSS pixels: of the small one where that is enough. */
export const avatarAddress = (url: string, size: number): string =>
  size <= SMALL ? url.replace(/\/512\.webp(?=$|\?)/, '/96.webp') : url;
