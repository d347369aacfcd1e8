import type { IncomingHttpHeaders } from 'node:http';
import { blockListOf, includesAddress, readAddress } from '#platform/guarded-http/public-address.ts';
import { findForwardingHeader } from './forwarding.ts';
import { withoutPort } from './rate-limits.ts';

/** Whether an address is in one of the networks. */
type IsWithin = (address: string | undefined) => boolean;

/**
 * Checks addresses against a list of addresses and networks such as `10.0.0.0/8`, in the forms that the settings allow;
 * everybody is within where there is no list. An IPv4 address in the spelling of IPv6 counts as IPv4.
 */
export function networkCheck(networks: readonly string[] | false): IsWithin {
  if (networks === false) return () => true;
  const list = blockListOf(networks);
  return (text) => {
    // A connection that was cut has no address any more.
    const address = readAddress(withoutPort(text));
    return address !== null && includesAddress(list, address);
  };
}

interface Visit {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

/** Whether the operator's page and calls exist for a request. */
export type IsForAdmin = (request: Visit) => boolean;

/**
 * Checks requests against ADMIN_NETWORKS. One that came through a proxy which TRUST_PROXY does not name is refused: it
 * has the proxy's address, whoever sent it.
 */
export function adminCheck(networks: readonly string[] | false, trustProxy: readonly string[] | false): IsForAdmin {
  const isWithin = networkCheck(networks);
  return ({ ip, headers }) => {
    if (networks !== false && trustProxy === false && findForwardingHeader(headers) !== undefined) return false;
    return isWithin(ip);
  };
}
