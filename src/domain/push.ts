/** The browsers' push services: these hosts, and any host below these domains. */
const HOSTS = new Set(['fcm.googleapis.com', 'jmt17.google.com', 'updates.push.services.mozilla.com']);
const PARENT_DOMAINS = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];

/** Only a host may precede the path: no credentials, no other port, no characters that URL parsers disagree about. */
const ENDPOINT = /^https:\/\/([a-z0-9.-]+)(?::443)?\/[\x21-\x7e]*$/i;

/**
 * Whether push messages may be sent to `endpoint`: https, the default port, a known push service, no credentials.
 * Anything else would let a user make the server send requests to hosts of their choice.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const host = ENDPOINT.exec(endpoint)?.[1]?.toLowerCase();
  return host !== undefined && (HOSTS.has(host) || PARENT_DOMAINS.some((domain) => host.endsWith(domain)));
}
