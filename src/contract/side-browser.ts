/** The browser reads the method, the path and the body of an endpoint; its bundler drops the rest. */
export const ON_SERVER: boolean = false;
