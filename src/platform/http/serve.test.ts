import { brotliDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { API } from '#contract/api.ts';
import { addDays } from '#domain/days.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { NOON } from '#server/testing/test-app.ts';
import { compressJson } from './compression.ts';
import { handleErrors } from './error-handler.ts';
import { fail } from './errors.ts';
import { NO_LIMITS } from './rate-limits.ts';
import { serveOn } from './serve.ts';

const common = { access: 'public', summary: 'For this test' } as const;
const get = <const P extends `/api/${string}`>(path: P) => ({ method: 'GET', path }) as const;
const LONG = { text: 'x'.repeat(5000) };
const Text = z.object({ text: z.string() });

function buildTestApp() {
  const app = fastify();
  handleErrors(app);
  compressJson(app);
  const serve = serveOn(app, {
    authenticate: async () => null,
    db: { rows: async () => [] },
    clock: fakeClock(NOON),
    limits: NO_LIMITS,
    config: { data_dir: '/nowhere' },
    subjects: [],
    endpoints: {},
    isOpenToTokens: () => false,
    isForAdmin: () => true,
  });
  return { app, serve };
}

describe('the properties of an endpoint', () => {
  it('include `secret`, which prevents compression of any length', async () => {
    const { app, serve } = buildTestApp();
    serve(endpoint(get('/api/open'), { ...common, response: Text }), async () => LONG);
    serve(endpoint(get('/api/secret'), { ...common, response: Text, secret: true }), async () => LONG);
    const headers = { 'accept-encoding': 'br' };
    const open = await app.inject({ url: '/api/open', headers });
    expect(open.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(open.rawPayload).toString())).toEqual(LONG);
    const secret = await app.inject({ url: '/api/secret', headers });
    expect([secret.headers['content-encoding'], secret.headers.vary, secret.json()]).toEqual([
      undefined,
      undefined,
      LONG,
    ]);
  });

  it('include `deprecated`, which sets headers on all responses', async () => {
    const { app, serve } = buildTestApp();
    const deprecated = { since: '2027-01-01', sunset: '2028-02-01' };
    serve(endpoint(get('/api/old'), { ...common, response: Text, deprecated }), async () => LONG);
    serve(endpoint(get('/api/old-gone'), { ...common, deprecated }), async () => fail('not_found'));
    for (const [url, status] of [
      ['/api/old', 200],
      ['/api/old-gone', 404],
    ] as const) {
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(status);
      expect(answer.headers).toMatchObject({
        deprecation: '@1798761600',
        sunset: 'Tue, 01 Feb 2028 00:00:00 GMT',
        link: '</docs/api/changes>; rel="deprecation"; type="text/html"',
      });
    }
  });

  it('allow the removal of a deprecated call after at least twelve months', () => {
    for (const { deprecated } of Object.values(API))
      if (deprecated) expect(deprecated.sunset >= addDays(deprecated.since, 365)).toBe(true);
  });

  it('include `location`, filled from the response and its inner objects', async () => {
    const { app, serve } = buildTestApp();
    const response = z.object({ thing: z.object({ id: z.string() }) });
    const created = endpoint(get('/api/thing'), {
      ...common,
      response,
      status: 201,
      location: '/api/things/{thing.id}',
    });
    serve(created, async () => ({ thing: { id: '7' } }));
    const answer = await app.inject('/api/thing');
    expect([answer.statusCode, answer.headers.location]).toEqual([201, '/api/things/7']);
  });
});
