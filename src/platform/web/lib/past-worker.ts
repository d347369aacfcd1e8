/** The search parameter of addresses that the service worker leaves to the network; error-screens.tsx repeats it. */
export const PAST_WORKER = 'reload';

/** Returns the address with which the page is loaded from the network, where a door can show its sign-in. */
export function pastWorker(address: string): string {
  const url = new URL(address);
  url.searchParams.set(PAST_WORKER, '1');
  return url.href;
}
