/** The push services of browsers: these hosts, and all hosts below these domains. */
const HOSTS = new Set(['fcm.googleapis.com', 'jmt17.google.com', 'updates.push.services.mozilla.com']);
const PARENT_DOMAINS = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];

/** Only a host precedes the path: no credentials, no other port, no characters that URL parsers read differently. */
const ENDPOINT = /^https:\/\/([a-z0-9.-]+)(?::443)?\/[\x21-\x7e]*$/i;

/**
 * Returns true for an https endpoint of a known push service. Requests to other hosts, which users chose, go through
 * GuardedHttp (docs/rules.md#notifications).
 */
export function isPushEndpoint(endpoint: string): boolean {
  const host = ENDPOINT.exec(endpoint)?.[1]?.toLowerCase();
  return host !== undefined && (HOSTS.has(host) || PARENT_DOMAINS.some((domain) => host.endsWith(domain)));
}
