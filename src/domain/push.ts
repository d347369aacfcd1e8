/** The push services of the browsers; a host below one of the last three is one too. Limits: push. */
const HOSTS = new Set(['fcm.googleapis.com', 'jmt17.google.com', 'updates.push.services.mozilla.com']);
const BELOW = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];

/** Nothing but a host may stand before the path: no credentials, no other port, no signs that parsers read in two ways. */
const ENDPOINT = /^https:\/\/([a-z0-9.-]+)(?::443)?\/[\x21-\x7e]*$/i;

/**
 * Whether messages may be sent to `endpoint`: https, the usual port, the host of a known push service, no credentials.
 * Anything else could make the server knock at doors of somebody's choice. Limits: push.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const host = ENDPOINT.exec(endpoint)?.[1]?.toLowerCase();
  return host !== undefined && (HOSTS.has(host) || BELOW.some((domain) => host.endsWith(domain)));
}
