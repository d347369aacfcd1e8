/** The search parameter of addresses that the service worker leaves to the network; error-screens.tsx repeats it. */
export const PAST_WORKER = 'reload';

/** Returns the address with which the page is loaded from the network, where a door can show its sign-in. */
export function pastWorker(address: string): string {
  const url = new URL(address);
  url.searchParams.set(PAST_WORKER, '1');
  return url.href;
}

/** Takes the parameter out of the address, so that the service worker answers a later reload, also without a network. */
export function forgetPastWorker(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(PAST_WORKER)) return;
  url.searchParams.delete(PAST_WORKER);
  window.history.replaceState(window.history.state, '', url);
}
