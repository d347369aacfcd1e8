import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '#server/root.ts';

/** No part of the browser reaches anything but the product's own server. */
export const CHROME_FLAGS = [
  '--headless=new',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The browser of CHROME_PATH, or one found in the same way as by `npm test`. */
export async function findBrowserPath(): Promise<string> {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  const { findBrowser } = await import(pathToFileURL(join(ROOT, 'scripts', 'browser.mjs')).href);
  return findBrowser();
}
