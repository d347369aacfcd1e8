import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockListOf, isInList, isPrivateName, isPublicAddress } from './public-address.ts';

/** The first and last address of each special range, and sometimes one inside. */
const SPECIAL = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.20.30.40', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.1', '127.255.255.255'],
  ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ['192.88.99.1'],
  ['192.168.0.0', '192.168.1.1', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.1', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::1', '::7f00:1', '::127.0.0.1'],
  ['100::', '100::ffff:ffff:ffff:ffff', '100:0:0:1::1'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:0:53aa:64c::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::'],
  ['2001:db8::', '2001:db8:ffff:ffff::1'],
  ['2620:4f:8000::1'],
  ['3fff::', '3fff:fff:ffff::1'],
  ['5f00::1'],
  ['fc00::', 'fd12:3456::1', 'fdff:ffff::1'],
  ['fe80::', 'fe80::1', 'febf::1', 'fec0::1', 'feff::1'],
  ['ff02::1', 'ffff::1'],
].flat();

const PUBLIC = [
  ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1'],
  ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '198.20.0.0'],
  ['223.255.255.255', '2001:200::1', '2001:4860:4860::8888', '2606:4700::1111', '2a00:1450::1', '3ffe::1'],
].flat();

const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const hex = (high: number, low: number) => ((high << 8) | low).toString(16);

describe('checking an address', () => {
  it.each(SPECIAL)('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(PUBLIC)('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['', 'localhost', 'fe80::1%eth0', '2606:4700::1111%1', '1.2.3', '1.2.3.4.5', '0x7f.1', '127.1'])(
    'rejects %j, which is not an address',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );

  it('treats an IPv6 address like the IPv4 address it carries, in every spelling', () => {
    fc.assert(
      fc.property(v4, ([a, b, c, d]) => {
        const plain = `${a}.${b}.${c}.${d}`;
        const [high, low] = [hex(a, b), hex(c, d)];
        for (const address of [
          `::ffff:${plain}`,
          `::FFFF:${high}:${low}`,
          `0:0:0:0:0:ffff:${plain}`,
          `64:ff9b::${plain}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2002:${high}:${low}:0:0:0:0:1`,
        ])
          expect([address, isPublicAddress(address)]).toEqual([address, isPublicAddress(plain)]);
      }),
    );
  });

  it('finds a listed IPv4 address also as IPv6, and nothing in text without an address', () => {
    const list = blockListOf(['192.168.1.0/24', '10.0.0.7', 'fd00::/8']);
    for (const address of ['192.168.1.9', '::ffff:192.168.1.9', '10.0.0.7', 'fd12::1'])
      expect(isInList(list, address), address).toBe(true);
    for (const address of ['192.168.2.9', '10.0.0.8', 'fe80::1', 'fd12::1%eth0', 'nas', ''])
      expect(isInList(list, address), address).toBe(false);
  });
});

describe('isPrivateName', () => {
  const labels = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);

  const endings = ['localhost', 'localdomain', 'local', 'internal', 'lan', 'corp', 'home.arpa'];

  it('accepts single labels and private endings in any spelling', () => {
    fc.assert(
      fc.property(labels, fc.constantFrom(...endings), (label, ending) => {
        for (const name of [label, `${label}.`, `${label}.${ending}`, `${label}.${ending.toUpperCase()}.`])
          expect(isPrivateName(name), name).toBe(true);
      }),
    );
  });

  it('rejects other endings, even with such a word in the middle', () => {
    fc.assert(
      fc.property(labels, (label) => {
        for (const name of [
          `${label}.example.com`,
          `local.${label}.example`,
          `${label}.arpa`,
          `${label}x.lan.example`,
          `internal.example.${label}x.org`,
        ])
          expect(isPrivateName(name), name).toBe(false);
      }),
    );
  });
});
