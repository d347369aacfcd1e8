import { describe, expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { scopeOf } from '#contract/api-token-scopes.ts';
import { login, me } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { createMission, getMission } from '#contract/missions.ts';
import { getSite } from '#contract/site.ts';
import { buildApiToken } from '#server/testing/factories/api-tokens.ts';
import { buildMission } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const HOME = 'https://home.example';
const none = await testApp();
const listed = await testApp({ config: { cors_origins: [HOME, 'http://localhost:5173'] } });
const all = await testApp({ config: { cors_origins: '*' } });
const EXPOSED =
  'ETag, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed, WWW-Authenticate, Deprecation, Sunset, Link';

const corsOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
const allowing = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSED,
});
const preflight = (t: TestApp, url: string, method: string, origin = HOME) =>
  t.app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': method } });

async function buildCaller(t: TestApp) {
  const user = await buildUser(t);
  return { user, mission: await buildMission(t, user), ...(await buildApiToken(t, user)) };
}

describe('pages of other sites', () => {
  it('may read nothing by default', async () => {
    const { token } = await buildCaller(none);
    const answer = await none.call(getDashboard, { token, headers: { origin: HOME } });
    expect([answer.statusCode, corsOf(answer.headers), answer.headers.vary]).toEqual([200, {}, 'accept-encoding']);
    const preflighted = await preflight(none, '/api/dashboard', 'GET');
    expect([preflighted.statusCode, corsOf(preflighted.headers)]).toEqual([204, {}]);
  });

  it('may read calls for API tokens if listed, without credentials', async () => {
    const { token, mission } = await buildCaller(listed);
    const ask = (origin: string) => listed.call(getMission, { token, params: { id: mission }, headers: { origin } });
    const answer = await ask(HOME);
    expect([answer.statusCode, corsOf(answer.headers)]).toEqual([200, allowing(HOME)]);
    expect(String(answer.headers.vary).split(', ')).toContain('origin');
    for (const origin of ['https://other.example', 'https://home.example.evil.example', 'null', `${HOME}/`]) {
      const other = await ask(origin);
      expect([other.statusCode, corsOf(other.headers), other.headers.vary]).toEqual([
        200,
        {},
        'origin, accept-encoding',
      ]);
    }
    const quiet = await listed.call(getMission, { token, params: { id: mission } });
    expect([corsOf(quiet.headers), quiet.headers.vary]).toEqual([{}, 'origin, accept-encoding']);
  });

  it('may read the same calls from any origin with *', async () => {
    const { token, user } = await buildCaller(all);
    const headers = { origin: 'https://any.example' };
    expect(corsOf((await all.call(getDashboard, { token, headers })).headers)).toEqual(allowing('*'));
    expect(corsOf((await all.call(getDashboard, { token: user.token, headers })).headers)).toEqual({});
    expect(corsOf((await preflight(all, '/api/dashboard', 'GET', 'https://any.example')).headers)).toMatchObject({
      'access-control-allow-origin': '*',
    });
  });

  it("may read nothing with a session's token, or of calls without API tokens", async () => {
    const { user, token } = await buildCaller(listed);
    const headers = { origin: HOME };
    for (const bearer of [user.token, 'x'.repeat(43), `emb_${'x'.repeat(39)}`, ''])
      expect(corsOf((await listed.call(getDashboard, { token: bearer || ' ', headers })).headers)).toEqual({});
    for (const answer of [
      await listed.call(me, { token, headers }),
      await listed.call(getSite, { headers }),
      await listed.call(login, { body: { email: user.email, password: user.password }, headers }),
      await listed.app.inject({ url: '/api/nothing', headers }),
    ])
      expect(corsOf(answer.headers)).toEqual({});
  });

  it('may read errors, such as for a missing token, an unknown token or wrong input', async () => {
    const { user } = await buildCaller(listed);
    const { token } = await buildApiToken(listed, user, 'read');
    const headers = { origin: HOME };
    const answers = [
      await listed.call(getDashboard, { headers }),
      await listed.call(getDashboard, { token: `emb_${'x'.repeat(43)}`, headers }),
      await listed.call(createMission, { token, body: {}, headers }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403]);
    for (const answer of answers) expect(corsOf(answer.headers)).toEqual(allowing(HOME));
  });
});

describe('preflights', () => {
  it("list the path's methods for API tokens, and the accepted headers", async () => {
    const preflighted = await preflight(listed, '/api/missions?state=all', 'POST');
    expect([preflighted.statusCode, preflighted.body, corsOf(preflighted.headers)]).toEqual([
      204,
      '',
      {
        'access-control-allow-origin': HOME,
        'access-control-allow-methods': 'POST, GET',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
        'access-control-max-age': '7200',
      },
    ]);
    expect([preflighted.headers.vary, String(preflighted.headers.allow)]).toEqual([
      'origin',
      expect.stringContaining('POST'),
    ]);
  });

  it('allow nothing for another site, another method or a closed call', async () => {
    for (const preflighted of [
      await preflight(listed, '/api/missions', 'POST', 'https://other.example'),
      await preflight(listed, '/api/missions', 'DELETE'),
      await preflight(listed, '/api/tokens', 'POST'),
      await preflight(listed, '/api/auth/login', 'POST'),
      await preflight(listed, '/api/auth/profile', 'PATCH'),
      await preflight(listed, '/api/admin/users', 'POST'),
    ])
      expect([preflighted.statusCode, corsOf(preflighted.headers)]).toEqual([204, {}]);
    const unknown = await preflight(listed, '/api/nothing', 'GET');
    expect([unknown.statusCode, corsOf(unknown.headers)]).toEqual([404, {}]);
  });

  it('succeed for every call that API tokens open', async () => {
    for (const endpoint of Object.values(API)) {
      const preflighted = await preflight(listed, endpoint.path.replaceAll(/\{\w+\}/g, 'x'), endpoint.method);
      const isAllowed = preflighted.headers['access-control-allow-origin'] === HOME;
      expect([endpoint.method, endpoint.path, isAllowed]).toEqual([
        endpoint.method,
        endpoint.path,
        scopeOf(endpoint) !== null,
      ]);
    }
  });
});
