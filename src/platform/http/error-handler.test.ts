import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { StorageFull } from '#platform/storage/storage.ts';
import { testApp } from '#server/testing/test-app.ts';
import { answerUnreadable, toFailure } from './error-handler.ts';
import { Failure } from './errors.ts';
import { dataHeaders } from './headers.ts';

const t = await testApp();
const withHttps = await testApp({ config: { public_url: 'https://emberkin.example' } });

const thrown = (code: string, message = 'x') => Object.assign(new Error(message), { code }) as FastifyError;

it('a rejection has the members of RFC 9457 next to its code and sentence', async () => {
  const headers = { 'accept-language': 'ms' };
  const { headers: answered, body } = await t.app.inject({ url: '/api/no-such-call', headers });
  expect(answered['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(body)).toEqual({
    type: '/docs/api/errors/not_found',
    title: 'Tidak ditemui',
    status: 404,
    code: 'not_found',
    detail: 'Tidak ditemui',
  });
});

describe('thrown errors', () => {
  it.each([
    ['a full queue', new Overloaded(), 503, 'overloaded'],
    ['a full disk', new StorageFull(), 507, 'storage_full'],
    ['a full database disk', thrown('53100'), 507, 'storage_full'],
    ['a statement that took too long', thrown('57014'), 503, 'overloaded'],
    ['a lock that took too long', thrown('55P03'), 503, 'overloaded'],
    ['a database that shuts down', thrown('57P01'), 503, 'unavailable'],
    ['a connection that broke', thrown('08006'), 503, 'unavailable'],
    ['a connection that is silent', thrown('', 'Query read timeout'), 503, 'unavailable'],
    ['a rule', new Failure('already_checked_in'), 400, 'already_checked_in'],
  ])('have a status and a code for %s', (_, error, status, code) => {
    const failure = toFailure(error as FastifyError);
    expect([failure?.status, failure?.code]).toEqual([status, code]);
  });

  it.each([
    ['a plugin, meant for the client', { expose: true, statusCode: 403 }, 'forbidden'],
    ['the framework', { code: 'FST_ERR_OTHER', statusCode: 415 }, 'unsupported_media_type'],
    ['the framework, of another status', { code: 'FST_ERR_OTHER', statusCode: 418 }, undefined],
    ['a call to another system', { statusCode: 401 }, undefined],
    ['a plugin that failed', { expose: false, statusCode: 500 }, undefined],
  ])('from %s have the code of their status, or none', (_, about, code) => {
    expect(toFailure(Object.assign(new Error('x'), about) as unknown as FastifyError)?.code).toBe(code);
  });

  it('from our own bugs stay a 500', () => {
    expect(toFailure(new TypeError('x is not a function') as unknown as FastifyError)).toBeNull();
  });
});

describe('requests that reach no handler', () => {
  async function exchange(app: FastifyInstance, bytes: string) {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(bytes);
    const [data] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    const [head = '', body = ''] = data.toString().split('\r\n\r\n');
    const [status = '', ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ')));
    return { status: Number(status.split(' ')[1]), headers, body: JSON.parse(body) };
  }

  const expectComplete = (headers: object) =>
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });

  it.each([
    ['a path that cannot be decoded', '/api/missions/%E0%A4%A', 400, 'malformed_body', "We couldn't read that request"],
    ['a parameter that is too long', `/api/missions/${'x'.repeat(101)}`, 404, 'not_found', 'Not found'],
  ])('receive a code, a sentence and the general headers for %s', async (_, url, status, code, detail) => {
    const answer = await t.app.inject(url);
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { code, detail }]);
    expectComplete(answer.headers);
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'malformed_body', "We couldn't read that request"],
    [
      ...(['headers beyond 16 KiB', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(17_000)}\r\n\r\n`, 431] as const),
      ...(['headers_too_large', 'The request headers are too large'] as const),
    ],
  ])(
    'receive a code, a sentence and the general headers on a raw connection for %s',
    async (_, bytes, status, code, detail) => {
      const answer = await exchange(t.app, bytes);
      expect([answer.status, answer.body]).toMatchObject([status, { code, detail }]);
      expectComplete(answer.headers);
    },
  );

  it('receive HSTS like all others if the site has an https address', async () => {
    const hsts = { 'strict-transport-security': 'max-age=31536000' };
    const unreadable = async (app: FastifyInstance) => (await exchange(app, 'HELLO\r\n\r\n')).headers;
    const { app } = withHttps;
    for (const url of ['/login', '/api/me', '/api/missions/%E0%A4%A', `/api/missions/${'x'.repeat(101)}`]) {
      expect((await app.inject(url)).headers).toMatchObject(hsts);
      expect((await t.app.inject(url)).headers).not.toHaveProperty('strict-transport-security');
    }
    expect(await unreadable(app)).toMatchObject(hsts);
    expect(await unreadable(t.app)).not.toHaveProperty('strict-transport-security');
  });

  it('end the connection in the middle of a response, without adding to it', async () => {
    const app = fastify({ clientErrorHandler: answerUnreadable(dataHeaders(false)) });
    onTestFinished(() => app.close());
    const file = new PassThrough();
    app.get('/file', (_, reply) => reply.header('content-length', 1000).send(file));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.write('GET /file HTTP/1.1\r\nhost: x\r\n\r\n');
    file.write('the beginning');
    await expect.poll(() => received).toMatch(/the beginning$/);
    socket.write('garbage\r\n\r\n');
    await once(socket, 'close');
    expect(received).toMatch(/the beginning$/);
  });

  it('receive a 408 if they arrive too slowly', async () => {
    const http = { headersTimeout: 50, connectionsCheckingInterval: 20 };
    const app = fastify({ clientErrorHandler: answerUnreadable(dataHeaders(false)), requestTimeout: 100, http });
    onTestFinished(() => app.close());
    const answer = await exchange(app, 'GET / HTTP/1.1\r\nhost: x\r\n');
    const body = { code: 'request_timeout', detail: 'The request took too long' };
    expect([answer.status, answer.body]).toMatchObject([408, body]);
    expectComplete(answer.headers);
  });
});
