import { isLoopbackHost } from '#platform/config/loopback.ts';
import type { Config } from '#server/app/config.ts';

/**
 * Returns true if people can try plans without money: no key, and not a site for real users. A site with an https
 * address is for real users even outside production.
 */
export function needsSandbox({ stripe, production, public_url }: Config): boolean {
  const { protocol, hostname } = new URL(public_url);
  return stripe === null && !production && (protocol !== 'https:' || isLoopbackHost(hostname));
}

/** Returns the address where a server with these settings receives events on this machine. */
export function toWebhookUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/payments/webhook`;
}
