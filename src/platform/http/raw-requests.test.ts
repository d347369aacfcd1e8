import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp();
let port = 0;
let smuggled = 0;

beforeAll(async () => {
  t.app.get('/smuggled', () => {
    smuggled++;
    return 'smuggled';
  });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = t.app.server.address() as AddressInfo);
});
afterAll(() => t.app.server.closeAllConnections());

/** How long a connection must stay silent; the server waits for the rest of some requests. */
const QUIET_MS = 400;
const HIDDEN = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n';

const exchange = (bytes: string, quiet_ms = QUIET_MS) =>
  new Promise<number[]>((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(quiet_ms, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve(Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))),
    );
    socket.write(Buffer.from(bytes, 'latin1'));
  });

const get = (lines: string, path = '/health', version = 'HTTP/1.1') =>
  `GET ${path} ${version}\r\nhost: x\r\n${lines}\r\n`;
const post = (lines: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${lines}\r\n${body}`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const length = HIDDEN.length;

/** Ambiguous or invalid requests, after which the server closes the connection. */
const AMBIGUOUS: readonly (readonly [string, string])[] = [
  ['two lengths that differ', post(`content-length: 0\r\ncontent-length: ${length}\r\n`, HIDDEN)],
  ['two equal lengths', post(`content-length: ${length}\r\ncontent-length: ${length}\r\n`, HIDDEN)],
  ['a list of lengths', post(`content-length: ${length}, ${length}\r\n`, HIDDEN)],
  ['a length and chunks', post(`content-length: 4\r\ntransfer-encoding: chunked\r\n`, chunk(HIDDEN))],
  ['chunks and a length', post(`transfer-encoding: chunked\r\ncontent-length: ${length}\r\n`, `0\r\n\r\n${HIDDEN}`)],
  ['a length with a sign', post(`content-length: +${length}\r\n`, HIDDEN)],
  ['a negative length', post('content-length: -1\r\n', HIDDEN)],
  ['a length in hex', post('content-length: 0x4\r\n', HIDDEN)],
  ['a length beyond all numbers', post('content-length: 99999999999999999999999\r\n', HIDDEN)],
  ['an empty length', post('content-length:\r\n', HIDDEN)],
  ['a space before the colon of the length', post(`content-length : ${length}\r\n`, HIDDEN)],
  ['a space before the colon of the encoding', post('transfer-encoding : chunked\r\n', chunk(HIDDEN))],
  ['an encoding of another name', post('transfer-encoding: xchunked\r\n', chunk(HIDDEN))],
  ['an encoding behind a control character', post('transfer-encoding: \x0bchunked\r\n', chunk(HIDDEN))],
  ['chunks that are not the last encoding', post('transfer-encoding: chunked, identity\r\n', chunk(HIDDEN))],
  ['a chunk with a negative size', post('transfer-encoding: chunked\r\n', `-1\r\n${HIDDEN}`)],
  ['a chunk with a prefix of hex', post('transfer-encoding: chunked\r\n', `0x3\r\nabc\r\n0\r\n\r\n${HIDDEN}`)],
  ['a chunk beyond all numbers', post('transfer-encoding: chunked\r\n', `fffffffffffffffff\r\n${HIDDEN}`)],
  ['a chunk without an end', post('transfer-encoding: chunked\r\n', `3\r\nabcdef\r\n0\r\n\r\n${HIDDEN}`)],
  ['a chunk with ends of LF', post('transfer-encoding: chunked\r\n', `3\nabc\n0\n\n${HIDDEN}`)],
  [
    'a trailer that speaks of encodings',
    post('transfer-encoding: chunked\r\n', '2\r\n{}\r\n0\r\ntransfer-encoding: chunked\r\n\r\n'),
  ],
  ['a folded header', get('a: b\r\n c: d\r\n')],
  ['a folded header first', `GET /health HTTP/1.1\r\n a: b\r\nhost: x\r\n\r\n`],
  ['NUL in a header', get('a: b\0c\r\n')],
  ['NUL in the path', get('', '/health\0')],
  ['NUL in the method', `G\0ET /health HTTP/1.1\r\nhost: x\r\n\r\n`],
  ['CR alone in a header', get('a: b\rc: d\r\n')],
  ['a space in the name of a header', get('a b: c\r\n')],
  ['a header without a name', get(': c\r\n')],
  ['no host', 'GET /health HTTP/1.1\r\n\r\n'],
  ['a version of the future', get('', '/health', 'HTTP/3.0')],
  ['a version in small letters', get('', '/health', 'http/1.1')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', `SMUGGLE /health HTTP/1.1\r\nhost: x\r\n\r\n`],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['20 kB of one header', get(`a: ${'b'.repeat(20_000)}\r\n`)],
];

/** Unusual but valid requests, which are answered normally. */
const PLAIN: readonly (readonly [string, string, number])[] = [
  ['a body that GET does not need', get(`content-length: ${length}\r\n`) + HIDDEN, 200],
  ['chunks that GET does not need', get('transfer-encoding: chunked\r\n') + chunk(HIDDEN), 200],
  ['a body of another type', post(`content-length: ${length}\r\n`, HIDDEN).replace('application/json', 'text/x'), 415],
  ['an extension of a chunk', post('transfer-encoding: chunked\r\n', '2;a="b"\r\n{}\r\n0\r\n\r\n'), 422],
  ['trailers', post('transfer-encoding: chunked\r\n', '2\r\n{}\r\n0\r\nx: y\r\n\r\n'), 422],
  ['empty lines first', `\r\n\r\n${get('')}`, 200],
  ['an upgrade to h2c', get('connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AA\r\n'), 200],
  ['an upgrade to a web socket', get('connection: upgrade\r\nupgrade: websocket\r\n'), 200],
  ['an absolute address', get('', 'http://other.example/health'), 200],
  ['no version', 'GET /health\r\n\r\n', 200],
  ['HTTP/1.0 without a host', 'GET /health HTTP/1.0\r\n\r\n', 200],
];

describe('raw requests', () => {
  it.each(AMBIGUOUS)('are rejected and run nothing in them: %s', async (_, bytes) => {
    const statuses = await exchange(bytes);
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect([400, 404, 431]).toContain(status);
  });

  it.each(PLAIN)('have a normal response, and their body stays a body: %s', async (_, bytes, status) => {
    expect(await exchange(bytes)).toEqual([status]);
  });

  it('have 20 s for their headers', () => {
    // error-handler.test.ts tests the timeout's response.
    expect(t.app.server.headersTimeout).toBe(20_000);
  });

  it('cannot reach another host with CONNECT', async () => {
    expect(await exchange('CONNECT other.example:443 HTTP/1.1\r\nhost: other.example:443\r\n\r\n')).toEqual([]);
  });

  it('are answered in order if 50 are pipelined', async () => {
    expect(await exchange(get('').repeat(50))).toEqual(Array<number>(50).fill(200));
    // An unreadable request ends the connection, and nothing after it runs.
    expect((await exchange(get('').repeat(3) + get('a: b\0\r\n') + HIDDEN)).at(-1)).toBe(400);
  });

  it('ran nothing that was hidden in another request', () => {
    expect(smuggled).toBe(0);
  });
});
