import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebhookReceiver } from '#server/testing/webhook-receiver.ts';
import { errorOfStatus, type GuardedHttp, guardedHttp, type Resolve } from './guarded-http.ts';

const pem = readFileSync(new URL('../../server/testing/fixtures/push-server.pem', import.meta.url));
/** The name in that certificate. */
const NAMED = 'fcm.googleapis.com';
const plain = await startWebhookReceiver();
const secure = await startWebhookReceiver(pem);
const to =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const LOOPBACK = ['127.0.0.0/8'];
const openHttp = ({ allow, ...options }: Omit<Parameters<typeof guardedHttp>[0], 'host_requests_max'>) =>
  guardedHttp({ allow: ['*', ...allow], host_requests_max: 2, ...options });
const post = (http: GuardedHttp, url: string, timeout_ms = 10_000) =>
  http.post(url, { 'webhook-id': 'e' }, '{"a":1}', timeout_ms);
const secureUrl = `https://${NAMED}:${secure.port}/hook`;

beforeEach(() => {
  for (const receiver of [plain, secure]) {
    receiver.setAnswer(204);
    receiver.received.splice(0);
  }
});
afterAll(() => Promise.all([plain.close(), secure.close()]));

describe('accepts with `*`', () => {
  const http = openHttp({ allow: [] });

  it.each([
    'https://hooks.example.com/emberkin?a=b',
    'https://hooks.example.com:8443/',
    'https://bücher.example/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
  ])('accepts %s', (url) => {
    expect(http.accepts(url)).toBe(true);
  });

  it.each([
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks.example.com',
    'javascript:alert(1)',
    'https://',
    'https://user@hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://nas.lan/',
    'https://wiki.corp./',
    'https://router.home.arpa/',
    'https://a.localdomain/',
    'https://168.63.129.16/metadata',
    'https://[::ffff:168.63.129.16]/',
    'https://nas/',
    'https://nas./',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://017700000001/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[fd00::1]/',
    'https://１２７.0.0.1/',
  ])('rejects %s', (url) => {
    expect(http.accepts(url)).toBe(false);
  });

  it('accepts allowed hosts without https and in private networks, and no others', () => {
    const house = openHttp({ allow: ['homeassistant.local', 'nas.lan', '192.168.1.0/24'] });
    for (const url of [
      'http://homeassistant.local:8123/api/webhook/x',
      'http://nas.lan/hook',
      'http://192.168.1.20/',
      'https://192.168.1.20/',
    ])
      expect(house.accepts(url), url).toBe(true);
    for (const url of [
      'http://other.local/',
      'http://192.168.2.20/',
      'http://hooks.example.com/',
      'ftp://192.168.1.20/',
      'http://user@homeassistant.local/',
      'http://x.homeassistant.local/',
    ])
      expect(house.accepts(url), url).toBe(false);
  });
});

describe('accepts without `*`', () => {
  const house = guardedHttp({ allow: ['ntfy.lan', 'push.example.com', '192.168.1.0/24'], host_requests_max: 2 });

  it.each([
    'http://ntfy.lan/up?a=b',
    'https://push.example.com/up',
    'http://push.example.com:8080/up',
    'http://192.168.1.9:8080/up',
    'https://PUSH.example.com./up',
  ])('accepts %s', (url) => {
    expect(house.accepts(url)).toBe(true);
  });

  it.each([
    'https://hooks.example.com/',
    'https://x.push.example.com/',
    'https://1.1.1.1/',
    'https://*/',
    'http://*/',
    'https://user@push.example.com/',
    'ftp://ntfy.lan/',
    'https://192.168.2.9/',
  ])('rejects %s', async (url) => {
    expect(house.accepts(url)).toBe(false);
    expect(await post(house, url)).toEqual({ status: null, error: 'unreachable' });
  });

  it('never takes `*` for a name, and rejects everything if nothing is allowed', () => {
    for (const url of ['http://*/', 'http://1.1.1.1/', 'https://10.0.0.1/'])
      expect(openHttp({ allow: [] }).accepts(url), url).toBe(false);
    expect(guardedHttp({ allow: [], host_requests_max: 2 }).accepts('https://hooks.example.com/')).toBe(false);
  });
});

describe('reserve', () => {
  it('limits each host in any spelling, and frees released slots', () => {
    const http = openHttp({ allow: [] });
    const slots = ['https://a.example/1', 'https://A.EXAMPLE.:8443/2'].map((url) => http.reserve(url));
    expect(slots.every((slot) => slot !== null)).toBe(true);
    expect(http.reserve('https://a.example/3')).toBeNull();
    expect(http.reserve('https://b.example/')).not.toBeNull();
    slots[0]!();
    expect(http.reserve('https://a.example/3')).not.toBeNull();
    expect(http.reserve('https://a.example/3')).toBeNull();
  });

  it('limits all hosts together, not counting rejected requests', () => {
    const http = openHttp({ allow: [], requests_max: 3 });
    const [first] = [http.reserve('https://a.example/'), http.reserve('https://a.example/')];
    for (let n = 0; n < 5; n++) expect(http.reserve('https://a.example/')).toBeNull();
    expect(http.reserve('https://b.example/')).not.toBeNull();
    expect(http.reserve('https://c.example/')).toBeNull();
    first!();
    expect(http.reserve('https://c.example/')).not.toBeNull();
    expect(http.reserve('https://a.example/')).toBeNull();
  });

  it('limits each group, without taking a slot of the host for a rejected request', () => {
    const http = openHttp({ allow: [], group_requests_max: 1 });
    const ana = http.reserve('https://a.example/', 'ana');
    for (let n = 0; n < 5; n++) expect(http.reserve('https://b.example/', 'ana')).toBeNull();
    expect([http.isFull('ana'), http.isFull('ben')]).toEqual([true, false]);
    expect(http.reserve('https://b.example/', 'ben')).not.toBeNull();
    expect(http.reserve('https://b.example/')).not.toBeNull();
    expect(http.reserve('https://b.example/', 'cem')).toBeNull();
    ana!();
    expect(http.reserve('https://a.example/', 'ana')).not.toBeNull();
  });
});

describe('the target of a request', () => {
  it('is the checked address, with the name for TLS and all headers', async () => {
    const http = openHttp({ allow: LOOPBACK, resolve: to('127.0.0.1'), ca: pem });
    expect(await post(http, secureUrl)).toEqual({ status: 204, error: null });
    const [got] = secure.received;
    expect(got).toMatchObject({ path: '/hook', body: '{"a":1}' });
    expect(got!.headers).toMatchObject({ host: `${NAMED}:${secure.port}`, 'webhook-id': 'e', 'content-length': '7' });
  });

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fd00::1'],
    ['1.1.1.1', '127.0.0.1'],
    ['127.0.0.1', '2606:4700::1111'],
  ])('excludes a public name with the address %s %s', async (...addresses) => {
    const http = openHttp({ allow: [], resolve: to(...addresses), ca: pem });
    expect(await post(http, secureUrl)).toEqual({ status: null, error: 'unreachable' });
    expect(secure.received).toEqual([]);
  });

  it('is resolved once per request, so a changed name cannot redirect it', async () => {
    const requested: string[] = [];
    const rebinding: Resolve = async (host) => {
      requested.push(host);
      return [requested.length === 1 ? { address: '2c0f:ffff::1', family: 6 } : { address: '127.0.0.1', family: 4 }];
    };
    const http = openHttp({ allow: [], resolve: rebinding, ca: pem });
    // The first request goes to the public address, where no server of ours listens.
    expect((await post(http, secureUrl, 200)).error).toMatch(/^(timeout|unreachable)$/);
    expect(requested).toEqual([NAMED]);
    expect(await post(http, secureUrl)).toEqual({ status: null, error: 'unreachable' });
    expect(requested).toEqual([NAMED, NAMED]);
    expect(secure.received).toEqual([]);
  });

  it('is the checked address, even if the system resolves the name differently', async () => {
    const requested: string[] = [];
    const http = openHttp({
      allow: ['hooks.invalid'],
      resolve: async (host) => {
        requested.push(host);
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    expect(await post(http, `http://hooks.invalid:${plain.port}/hook`)).toEqual({ status: 204, error: null });
    expect(requested).toEqual(['hooks.invalid']);
  });

  it('excludes a saved address that is no longer allowed', async () => {
    const http = openHttp({ allow: [] });
    expect(await post(http, plain.url)).toEqual({ status: null, error: 'unreachable' });
    expect(plain.received).toEqual([]);
  });
});

/** Runs a DNS server that resolves every IPv4 query to `address`, or stays silent without one. */
async function startNameServer(address?: string) {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12);
    questions.push(query.subarray(13, end).toString('latin1'));
    if (address === undefined) return;
    const isForIpv4 = query.readUInt16BE(end + 1) === 1;
    const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, isForIpv4 ? 1 : 0, 0, 0, 0, 0]);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
    const parts = [header, query.subarray(12, end + 5), ...(isForIpv4 ? [answer] : [])];
    socket.send(Buffer.concat(parts), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { dns_servers: [`127.0.0.1:${socket.address().port}`], questions, close: () => socket.close() };
}

describe('resolving a name', () => {
  it('queries the configured DNS servers and accepts a name with only IPv4', async () => {
    const { dns_servers, questions, close } = await startNameServer('127.0.0.1');
    const http = openHttp({ allow: LOOPBACK, dns_servers, ca: pem });
    expect(await post(http, secureUrl)).toEqual({ status: 204, error: null });
    expect(questions).toHaveLength(2);
    expect(await post(openHttp({ allow: [], dns_servers, ca: pem }), secureUrl)).toEqual({
      status: null,
      error: 'unreachable',
    });
    close();
  });

  it('times out with the request, and never queries DNS servers for allowed names', async () => {
    const { dns_servers, questions, close } = await startNameServer();
    const http = openHttp({ allow: ['localhost'], dns_servers });
    expect(await post(http, 'https://hooks.example.com/', 300)).toEqual({ status: null, error: 'timeout' });
    const before = questions.length;
    expect(before).toBeGreaterThan(0);
    expect(await post(http, `http://localhost:${plain.port}/hook`)).toEqual({ status: 204, error: null });
    expect(questions).toHaveLength(before);
    close();
  });
});

describe('the result of a request', () => {
  const http = openHttp({ allow: LOOPBACK, resolve: to('127.0.0.1'), ca: pem });

  it.each([
    [200, null],
    [299, null],
    [302, 'redirect'],
    [307, 'redirect'],
    [404, 'status'],
    [410, 'gone'],
    [500, 'status'],
  ] as const)('with status %d is %s, and redirects are not followed', async (status, error) => {
    plain.setAnswer(status);
    expect(await post(http, plain.url)).toEqual({ status, error });
    expect(plain.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('is a timeout if the server or the resolver is silent', async () => {
    plain.setAnswer('silent');
    expect(await post(http, plain.url, 300)).toEqual({ status: null, error: 'timeout' });
    const unresolved = openHttp({ allow: [], resolve: () => new Promise(() => undefined) });
    expect(await post(unresolved, 'https://hooks.example.com/', 50)).toEqual({ status: null, error: 'timeout' });
  });

  it('comes after 64 KiB or a second, even if the response never ends', async () => {
    plain.setAnswer('flood');
    const patient = openHttp({ allow: LOOPBACK });
    expect(await post(patient, plain.url, 60_000)).toEqual({ status: 200, error: null });
    plain.setAnswer('endless');
    expect(await post(patient, plain.url)).toEqual({ status: 200, error: null });
  });

  it('hides the cause of a failure, apart from TLS', async () => {
    const unknown = openHttp({ allow: [], resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await post(unknown, 'https://hooks.example.com/')).toEqual({ status: null, error: 'unreachable' });
    const nowhere = openHttp({ allow: [], resolve: to() });
    expect(await post(nowhere, 'https://hooks.example.com/')).toEqual({ status: null, error: 'unreachable' });
    const closed = await startWebhookReceiver();
    await closed.close();
    expect(await post(http, closed.url)).toEqual({ status: null, error: 'unreachable' });
    const untrusting = openHttp({ allow: LOOPBACK, resolve: to('127.0.0.1') });
    expect(await post(untrusting, secureUrl)).toEqual({ status: null, error: 'tls' });
    expect(await post(http, `https://other.example:${secure.port}/`)).toEqual({ status: null, error: 'tls' });
    expect(await post(http, `https://127.0.0.1:${plain.port}/`)).toEqual({ status: null, error: 'tls' });
    expect(secure.received).toEqual([]);
  });
});

describe('errorOfStatus', () => {
  it('is null only from 200 to 299', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
        expect(errorOfStatus(status) === null).toBe(Math.floor(status / 100) === 2);
      }),
    );
    expect([302, 410, 404, 500].map(errorOfStatus)).toEqual(['redirect', 'gone', 'status', 'status']);
  });
});
