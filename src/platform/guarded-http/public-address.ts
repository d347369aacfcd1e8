import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

type Networks = readonly (readonly [ipaddr.IPv6, number])[];

/**
 * Parses an address: mapped IPv4 becomes IPv4, and a zone such as `%eth0` is dropped. Returns null for other text.
 * `ipaddr` would accept `127.1` and `0x7f.1`.
 */
export const readAddress = (text: string): Address | null =>
  isIP(text) === 0 ? null : ipaddr.process(text.replace(/%.*/, ''));

const inIPv6 = (address: Address) => (address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address);

/** Parses addresses and networks such as `10.0.0.0/8`, as the settings allow them. */
export const blockListOf = (networks: readonly string[]): Networks =>
  networks.map((network) => {
    const [text = '', bits] = network.split('/');
    const address = ipaddr.parse(text);
    if (bits === undefined) return [inIPv6(address), 128];
    return [inIPv6(address), address instanceof ipaddr.IPv4 ? 96 + Number(bits) : Number(bits)];
  });

/** Returns true if the list includes an address; mapped IPv4 counts as IPv4. */
export function includesAddress(networks: Networks, address: Address): boolean {
  const own = inIPv6(address);
  return networks.some(([base, bits]) => own.match(base, bits));
}

/**
 * Returns true if the list includes the address in `text`. An address with a zone (`fe80::1%eth0`) names an interface
 * of this machine and is in no list.
 */
export function isInList(networks: Networks, text: string): boolean {
  const address = text.includes('%') ? null : readAddress(text);
  return address !== null && includesAddress(networks, address);
}

/** Where NAT64 and 6to4 addresses contain their IPv4 address. */
const CARRIERS = [
  { networks: blockListOf(['64:ff9b::/96']), first: 12 },
  { networks: blockListOf(['2002::/16']), first: 2 },
];

const GLOBAL_V6 = blockListOf(['2000::/3']);

const SPECIAL = blockListOf([
  // The Azure platform's address in every virtual machine: DNS, health checks, machine keys.
  '168.63.129.16',
]);

function isPublic(address: Address): boolean {
  if (includesAddress(SPECIAL, address)) return false;
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  const carrier = CARRIERS.find(({ networks }) => includesAddress(networks, address));
  if (carrier) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(carrier.first, carrier.first + 4)));
  return includesAddress(GLOBAL_V6, address) && address.range() === 'unicast';
}

/**
 * Returns true if the text is the address of an internet host. An IPv6 address that carries an IPv4 address is judged
 * by that.
 */
export function isPublicAddress(text: string): boolean {
  const address = text.includes('%') ? null : readAddress(text);
  return address !== null && isPublic(address);
}

const PRIVATE_ENDINGS = ['localhost', 'localdomain', 'local', 'internal', 'lan', 'corp', 'home.arpa'];

/**
 * Returns true if a host name can only belong to a private network: it has no dot, or an ending that is reserved or
 * used for such networks. Expects a name, not an address.
 */
export function isPrivateName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/, '');
  return !name.includes('.') || PRIVATE_ENDINGS.some((ending) => name === ending || name.endsWith(`.${ending}`));
}
