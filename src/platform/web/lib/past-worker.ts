/** The search parameter that makes the service worker use the network; error-screens.tsx repeats it. */
export const PAST_WORKER = 'reload';

/** Returns an address that loads the page from the network, where a sign-in proxy can respond. */
export function pastWorker(address: string): string {
  const url = new URL(address);
  url.searchParams.set(PAST_WORKER, '1');
  return url.href;
}
