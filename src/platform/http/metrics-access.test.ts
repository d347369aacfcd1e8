import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { testApp } from '#server/testing/test-app.ts';
import { UNTRUSTED_PROXY } from './forwarding.ts';
import { makeLogger } from './log.ts';

const TOKEN = 'only for the monitoring';
const lines: string[] = [];
const log = makeLogger('warn', { write: (line: string) => void lines.push(line) });
const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === UNTRUSTED_PROXY);

const inProduction = { production: true, allow_root: true };
const open = await testApp({ log });
const proxied = await testApp({ log, config: { trust_proxy: ['127.0.0.1'] } });
const production = await testApp({ config: inProduction });
const guarded = await testApp({ config: { ...inProduction, metrics_token: TOKEN } });

type App = typeof open;
const statusOf = async ({ app }: App, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  (await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;

describe('/metrics outside production', () => {
  it.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'is open to this machine under its own name, %s',
    async (host) => {
      for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
        expect(await statusOf(open, { host }, address)).toBe(200);
    },
  );

  it.each(['emberkin.example', 'localhost.example', '127.0.0.1.example:3000'])(
    'is 404 for another requested host, %s',
    async (host) => {
      expect(await statusOf(open, { host })).toBe(404);
    },
  );

  it('is 404 for a connection from another machine', async () => {
    expect(await statusOf(open, {}, '203.0.113.9')).toBe(404);
  });

  it.each(['Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Anything'])(
    'is 404 behind a proxy on this machine that adds %s',
    async (name) => {
      expect(await statusOf(open, { [name]: '127.0.0.1' })).toBe(404);
    },
  );

  it("is 404 for a trusted proxy's visitor who claims to be this machine", async () => {
    expect(await statusOf(proxied, { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    expect(await statusOf(proxied)).toBe(200);
  });

  it('is open over a real connection, but not through a proxy', async () => {
    await open.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = open.app.server.address() as AddressInfo;
    const ask = async (headers: Record<string, string>) => {
      const [answer] = (await once(get({ port, host: '127.0.0.1', path: '/metrics', headers }), 'response')) as [
        IncomingMessage,
      ];
      answer.resume();
      return answer.statusCode;
    };
    expect(await ask({})).toBe(200);
    expect(await ask({ 'x-forwarded-for': '203.0.113.9' })).toBe(404);
  });
});

describe('/metrics in production', () => {
  it('is 404 without METRICS_TOKEN, also for this machine', async () => {
    expect(await statusOf(production)).toBe(404);
    expect(await statusOf(production, { authorization: 'Bearer null' })).toBe(404);
  });

  it('is open only with the token, from anywhere', async () => {
    const authorization = `Bearer ${TOKEN}`;
    expect(await statusOf(guarded, { authorization, 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9')).toBe(200);
    for (const wrong of ['', TOKEN, 'Bearer ', `${authorization}!`, authorization.slice(0, -1), `Basic ${TOKEN}`])
      expect(await statusOf(guarded, { authorization: wrong })).toBe(404);
    expect(await statusOf(guarded)).toBe(404);
  });
});

describe('a header of an untrusted proxy', () => {
  it('is logged once, without the address in it', async () => {
    const another = await testApp({ log });
    lines.length = 0;
    await another.app.inject({ url: '/api/openapi.json', headers: { via: '1.1 proxy' } });
    expect(warnings()).toEqual([]);
    for (let at = 0; at < 3; at++)
      await another.app.inject({ url: '/health', headers: { 'x-forwarded-for': '203.0.113.9', via: '1.1 proxy' } });
    expect(warnings()).toEqual([expect.objectContaining({ level: 40 })]);
    expect(lines.join('')).not.toContain('203.0.113.9');
  });

  it('is not logged if TRUST_PROXY is set', async () => {
    lines.length = 0;
    await proxied.app.inject({ url: '/health', headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(warnings()).toEqual([]);
  });
});
