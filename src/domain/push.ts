/** The push services of the browsers; a host below one of the last three is one too. Limits: push. */
const HOSTS = new Set(['fcm.googleapis.com', 'jmt17.google.com', 'updates.push.services.mozilla.com']);
const BELOW = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];

/**
 * Whether messages may be sent to `endpoint`: https, the usual port, the host of a known push service, no credentials.
 * Anything else could make the server knock at doors of somebody's choice. Limits: push.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return HOSTS.has(hostname) || BELOW.some((domain) => hostname.endsWith(domain));
}
