/** The browsers' push services: these hosts, and any host below these domains. */
const HOSTS = new Set(['fcm.googleapis.com', 'jmt17.google.com', 'updates.push.services.mozilla.com']);
const PARENT_DOMAINS = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];

/** Only a host may precede the path: no credentials, no other port, no characters that URL parsers disagree about. */
const ENDPOINT = /^https:\/\/([a-z0-9.-]+)(?::443)?\/[\x21-\x7e]*$/i;

/**
 * Whether `endpoint` is one of a known push service: https, the default port, no credentials. Requests anywhere else, to
 * hosts that a user chose, go another way (docs/rules.md#notifications).
 */
export function isPushEndpoint(endpoint: string): boolean {
  const host = ENDPOINT.exec(endpoint)?.[1]?.toLowerCase();
  return host !== undefined && (HOSTS.has(host) || PARENT_DOMAINS.some((domain) => host.endsWith(domain)));
}
