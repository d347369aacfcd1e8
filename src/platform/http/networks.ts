import type { IncomingHttpHeaders } from 'node:http';
import { blockListOf, includesAddress, readAddress } from '#platform/guarded-http/public-address.ts';
import { findForwardingHeader } from './forwarding.ts';
import { withoutPort } from './rate-limits.ts';

type IsWithin = (address: string | undefined) => boolean;

/**
 * Creates a check for addresses and networks such as `10.0.0.0/8`; without a list all addresses pass. Mapped IPv4
 * counts as IPv4.
 */
export function networkCheck(networks: readonly string[] | false): IsWithin {
  if (networks === false) return () => true;
  const list = blockListOf(networks);
  return (text) => {
    // A closed connection has no address.
    const address = readAddress(withoutPort(text));
    return address !== null && includesAddress(list, address);
  };
}

interface Visit {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

/** Returns true if the operator's page and calls exist for a request. */
export type IsForAdmin = (request: Visit) => boolean;

/**
 * Creates a check for ADMIN_NETWORKS. It rejects requests through a proxy that TRUST_PROXY omits, because they have the
 * proxy's address.
 */
export function adminCheck(networks: readonly string[] | false, trustProxy: readonly string[] | false): IsForAdmin {
  const isWithin = networkCheck(networks);
  return ({ ip, headers }) => {
    if (networks !== false && trustProxy === false && findForwardingHeader(headers) !== undefined) return false;
    return isWithin(ip);
  };
}
