import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** The special-purpose ranges of IANA's registry of IPv4, and multicast: none of them is a host on the internet. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Not IANA's, but the host of every machine in Azure: name server, health checks, keys of the machine.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The same inside 2000::/3, outside of which no address of IPv6 is public; 2002::/16 is unpacked before. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20'];

/** A list of addresses and networks such as `10.0.0.0/8`, for `check`. */
export function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const specialV4 = blockListOf(SPECIAL_V4);
const specialV6 = blockListOf(SPECIAL_V6);
const globalV6 = blockListOf(['2000::/3']);
const carriers = {
  /** The last four bytes hold the address: v4-mapped, and NAT64. */
  atTheEnd: blockListOf(['::ffff:0:0/96', '64:ff9b::/96']),
  /** Bytes 2 to 5 hold it: 6to4. */
  afterThePrefix: blockListOf(['2002::/16']),
};

/** The eight groups of an address of IPv6, which may be shortened and may end in one of IPv4. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const read = (part: string) =>
    part === ''
      ? []
      : part.split(':').flatMap((group) => {
          if (!isIPv4(group)) return [Number.parseInt(group, 16)];
          const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
          return [a * 256 + b, c * 256 + d];
        });
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after];
}

const v4Of = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The address of IPv4 that one of IPv6 carries to; null for all others. */
function carried(address: string): string | null {
  const groups = groupsOf(address);
  if (carriers.atTheEnd.check(address, 'ipv6')) return v4Of(groups[6]!, groups[7]!);
  if (carriers.afterThePrefix.check(address, 'ipv6')) return v4Of(groups[1]!, groups[2]!);
  return null;
}

/** Whether an address in text can be a host on the internet; one that carries another is judged by that. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4');
  // One with a zone (`fe80::1%eth0`) names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  const inside = carried(address);
  if (inside !== null) return isPublicAddress(inside);
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

/** Whether an address is in a list; one of IPv4 in the spelling of IPv6 counts as IPv4. */
export function isInList(list: BlockList, address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIPv4(address)) return list.check(address, 'ipv4');
  const inside = address.toLowerCase().startsWith('::ffff:') ? carried(address) : null;
  return list.check(address, 'ipv6') || (inside !== null && list.check(inside, 'ipv4'));
}
