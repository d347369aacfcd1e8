import { describe, expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { ERRORS } from '#contract/errors.ts';
import errors from '#messages/en/errors.json' with { type: 'json' };
import { buildAdminSession } from '#server/testing/factories/admin.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp();
const endpoints = Object.entries(API);
const anId = '019aa5b0-0000-7000-8000-000000000000';
const params = { id: anId, code: '23456789AB' };

describe('endpoints of the contract', () => {
  it('are each served once', () => {
    const routes = t.app.printRoutes({ commonPrefix: false });
    const keys = endpoints.map(([, e]) => `${e.method} ${e.path}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const [name, e] of endpoints)
      expect(
        t.app.hasRoute({ method: e.method, url: e.path.replaceAll(/\{(\w+)\}/g, ':$1') }),
        `${name}\n${routes}`,
      ).toBe(true);
  });

  it.each(endpoints.filter(([, e]) => e.access !== 'public'))('return 401 without a token: %s', async (_, e) => {
    for (const headers of [
      {},
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${'x'.repeat(43)}` },
      { authorization: 'Basic eDp5' },
    ]) {
      const answer = await t.call(e, {
        params,
        headers: headers as Record<string, string>,
        ...(e.body ? { body: {} } : {}),
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'not_signed_in', detail: errors.not_signed_in });
    }
  });

  it.each(endpoints.filter(([, e]) => e.access === 'public'))('are public: %s', async (_, e) => {
    const answer = await t.call(e, { params, ...(e.body ? { body: {} } : {}) });
    expect(answer.statusCode).not.toBe(401);
  });

  it('are all in the OpenAPI document', async () => {
    const answer = await t.app.inject('/api/openapi.json');
    const document = answer.json();
    expect(document.openapi).toBe('3.1.0');
    for (const [name, e] of endpoints) {
      const operation = document.paths[e.path][e.method.toLowerCase()];
      expect(operation.operationId).toBe(name);
      expect(operation.summary.length).toBeGreaterThan(5);
      if (e.access === 'public') expect(operation.security).toEqual([]);
    }
  });
});

describe('control characters in a path', () => {
  const withParams = endpoints.filter(([, e]) => e.params);

  it.each(withParams)('cause the 404 of the endpoint: %s', async (_, e) => {
    const token =
      e.access === 'admin' ? await buildAdminSession(t) : e.access === 'user' ? (await buildUser(t)).token : undefined;
    const code = e.errors?.find((name) => ERRORS[name] === 404) ?? 'not_found';
    for (const character of ['\0', '\n', '\u007f', '\u0085']) {
      const all = Object.fromEntries([...e.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, anId + character]));
      const answer = await t.call(e, { params: all, ...(token ? { token } : {}), ...(e.body ? { body: {} } : {}) });
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { code, detail: errors[code] }]);
    }
  });

  it('cause a 404 in share pages, pictures and unsubscribe links', async () => {
    for (const url of [`/share/${'x'.repeat(63)}%00`, '/media/avatars/%00/512.webp', '/media/checkins/x%0A/1600.webp'])
      expect((await t.app.inject(url)).statusCode, url).toBe(404);
    const unsubscribe = await t.app.inject({ method: 'POST', url: '/unsubscribe/%00' });
    expect([unsubscribe.statusCode, unsubscribe.json().code]).toEqual([404, 'link_unknown']);
  });
});

describe('requests that reach no rule', () => {
  it('receive a 404 in JSON and a request ID at an unknown API path', async () => {
    const answer = await t.app.inject('/api/nothing');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found', detail: 'Not found' });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await t.app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
  });

  it.each([
    ['no valid JSON', 'application/json', '{"email":', 400, 'malformed_body'],
    ['an array', 'application/json', '[]', 400, 'malformed_body'],
    ['nothing', 'application/json', '', 400, 'malformed_body'],
    ['text', 'text/plain', '{"email":"a@b.co","password":"x"}', 415, 'unsupported_media_type'],
    ['an odd type', 'application/json ; a=b', '{"email":""}', 422, 'invalid_input'],
    ['a tab in the type', 'application/json\ta', '{"email":"a@b.co","password":"x"}', 415, 'unsupported_media_type'],
    ['a form', 'application/x-www-form-urlencoded', 'email=a%40b.co', 415, 'unsupported_media_type'],
    ['prototype keys', 'application/json', '{"__proto__":{"a":1},"email":"a@b.co"}', 400, 'malformed_body'],
    ['a constructor', 'application/json', '{"constructor":{"prototype":{"a":1}}}', 400, 'malformed_body'],
    ['too much', 'application/json', JSON.stringify({ email: 'a'.repeat(70_000) }), 413, 'body_too_large'],
  ])('receive a specific status and code for a bad body (%s)', async (_, type, payload, status, code) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': type },
      payload,
    });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('receive security headers, with separate policies for pages and data', async () => {
    const { headers: page } = await t.app.inject('/dashboard');
    expect(page).toMatchObject({
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' blob: data:;font-src 'self';connect-src 'self';manifest-src 'self';worker-src 'self';form-action 'self';base-uri 'none';object-src 'none';frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
    });
    const { headers: data } = await t.app.inject('/api/openapi.json');
    expect(data['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    for (const headers of [page, data])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    expect(page['strict-transport-security']).toBeUndefined();
  });

  it('include health checks and metrics, the latter only from loopback', async () => {
    for (const path of ['/health', '/healthz']) expect((await t.app.inject(path)).json()).toEqual({ status: 'ok' });
    expect((await t.app.inject('/ready')).statusCode).toBe(200);
    expect((await t.app.inject('/metrics')).body).toContain('http_request_duration_seconds_bucket');
    expect((await t.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(404);
  });
});
