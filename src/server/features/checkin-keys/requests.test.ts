import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { makeLogger } from '#platform/http/log.ts';
import { buildCheckinKey } from '../../testing/factories/checkin-keys.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);

const listFeed = async ({ token }: TestUser, id: string) =>
  (await t.call(listCheckins, { token, params: { id } })).json();
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

async function buildKey() {
  const ana = await buildUser(t);
  const mission = await buildMission(t, ana);
  return { ana, mission, ...(await buildCheckinKey(t, ana, mission)) };
}

describe('requests of tags and buttons', () => {
  const BODIES: [string, Record<string, string>, string | undefined][] = [
    ['nothing', {}, undefined],
    ['JSON', { 'content-type': 'application/json' }, '{"a":1}'],
    ['broken JSON', { 'content-type': 'application/json' }, '{"a":'],
    ['an empty JSON body', { 'content-type': 'application/json' }, ''],
    ['a prototype', { 'content-type': 'application/json' }, '{"__proto__":{"a":1}}'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
    ['a multipart form without a boundary', { 'content-type': 'multipart/form-data' }, 'x'],
    ['plain text', { 'content-type': 'text/plain' }, 'on'],
    ['an unknown type', { 'content-type': 'application/x-shelly; v=1' }, 'on'],
    ['no type at all', {}, 'on'],
    ['a type that is none', { 'content-type': 'json' }, 'on'],
    ['a type of signs', { 'content-type': ';;,' }, 'on'],
    ['a body larger than any of ours', { 'content-type': 'application/json' }, `"${'x'.repeat(200_000)}"`],
    ["somebody's session", { authorization: 'Bearer xxxxxxxxxxxxxxxxxxxxxxxxx' }, undefined],
  ];

  it.each(BODIES)('check in with %s at both addresses', async (_, headers, payload) => {
    const { ana, mission, key } = await buildKey();
    for (const path of ['/api/key', '/key']) {
      const answer = await t.app.inject({
        method: 'POST',
        url: `${path}/${key}`,
        headers,
        ...(payload !== undefined && { payload }),
      });
      expect([path, answer.statusCode]).toEqual([path, 200]);
    }
    expect(await listFeed(ana, mission)).toHaveLength(1);
  });

  it('ignore a query after the key', async () => {
    const { key } = await buildKey();
    expect((await t.app.inject({ method: 'POST', url: `/key/${key}?from=button` })).json().checked_in).toBe('now');
  });

  it('get a response without waiting for the body, and the next request is read', async () => {
    const { key } = await buildKey();
    await t.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const { port } = t.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const head = `POST /key/${key} HTTP/1.1\r\nHost: x\r\n`;
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    await expect.poll(() => received).toContain('"checked_in":"now"');
    received = '';
    socket.write(`3\r\nabc\r\n0\r\n\r\n${head}Connection: close\r\n\r\n`);
    await expect.poll(() => received).toContain('"checked_in":"before"');
    socket.destroy();
  });

  it('are refused with other methods', async () => {
    const { key } = await buildKey();
    const put = await t.app.inject({ method: 'PUT', url: `/api/key/${key}` });
    expect(codeOf(put)).toEqual([405, 'method_not_allowed']);
    expect(put.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect((await t.app.inject({ method: 'PUT', url: `/key/${key}` })).statusCode).toBe(404);
  });
});

describe('limits and the log', () => {
  it('limit keys per address, over all three paths together', async () => {
    const limited = await testApp({ rate_limits: true });
    const ask = (n: number) =>
      limited.app.inject({
        method: n % 3 === 0 ? 'GET' : 'POST',
        url: n % 3 === 2 ? `/key/${n}` : `/api/key/${n}`,
        remoteAddress: '198.51.100.7',
      });
    for (let n = 0; n < 30; n += 1) expect((await ask(n)).statusCode).toBe(404);
    for (let n = 0; n < 3; n += 1) {
      const answer = await ask(n);
      expect(codeOf(answer)).toEqual([429, 'too_many_requests']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    const elsewhere = { method: 'POST', url: '/key/x', remoteAddress: '203.0.113.9' } as const;
    expect((await limited.app.inject(elsewhere)).statusCode).toBe(404);
  });

  it('write no key to the log, and each line names the kind of its path', async () => {
    const lines: string[] = [];
    const log = makeLogger('trace', { write: (line: string) => void lines.push(line) });
    const logged = await testApp({ log, rate_limits: true });
    const ana = await buildUser(logged);
    const { key } = await buildCheckinKey(logged, ana, await buildMission(logged, ana));
    lines.length = 0;
    for (const [method, url] of [
      ['GET', `/api/key/${key}`],
      ['POST', `/api/key/${key}`],
      ['POST', `/key/${key}`],
      ['GET', `/key/${key}`],
      ['PUT', `/key/${key}`],
    ] as const)
      await logged.app.inject({ method, url });
    for (let n = 0; n < 30; n += 1) await logged.app.inject({ method: 'POST', url: `/key/${key}` });
    await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"')).length).toBe(35);
    const routes = lines.map((line) => JSON.parse(line)).flatMap(({ route }) => route ?? []);
    for (const route of ['/api/key/:key', '/key/*']) expect(routes).toContain(route);
    expect(lines.join('')).toContain('limit_reached');
    expect(lines.join('')).not.toContain(key);
  });
});
