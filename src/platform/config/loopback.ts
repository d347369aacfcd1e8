/** Returns true for a URL host name that means this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);

/** Returns true for the address of a connection from this machine. */
export const isLoopbackAddress = (address: string): boolean =>
  /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i.test(address);
