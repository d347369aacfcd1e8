/** The server, the document and tests read all of an endpoint. Bundles for the browser have `side-browser.ts` instead. */
export const ON_SERVER: boolean = true;
