import { describe, expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { createToken } from '#contract/api-tokens.ts';
import { paymentStatus } from '#contract/billing.ts';
import { getCheckin } from '#contract/checkins.ts';
import { createMission, getMission } from '#contract/missions.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp();
const supported = await testApp({ config: { support_email: 'help@emberkin.example' } });
const anId = '019aa5b0-0000-7000-8000-000000000000';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const pathOf = (pattern: string) => pattern.replaceAll(/\{\w+\}/g, anId);

describe('another method at a path of the contract', () => {
  const endpoints = Object.values(API);
  const paths = [...new Set(endpoints.map(({ path }) => pathOf(path)))];
  // A path such as /api/missions/join matches two patterns.
  const methodsAt = (path: string) =>
    endpoints
      .filter((e) => new RegExp(`^${e.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
      .map(({ method }) => method as string);

  it.each(paths)('returns 405 with the methods of %s, even without a session', async (path) => {
    const allowed = methodsAt(path);
    const other = METHODS.find((method) => !allowed.includes(method))!;
    const answer = await t.app.inject({ method: other, url: path });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      405,
      { code: 'method_not_allowed', detail: 'This address does not take this method' },
    ]);
    const named = String(answer.headers.allow).split(', ');
    for (const method of allowed) expect(named).toContain(method);
    expect(named).toContain('OPTIONS');
    expect(named).not.toContain(other);
  });

  it('returns 204 with the methods for OPTIONS, and ignores bodies of any format', async () => {
    const answer = await t.app.inject({ method: 'OPTIONS', url: '/api/missions?x=1' });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers.allow).toContain('POST');
    const headers = { 'content-type': 'application/x-unknown' };
    const wrong = await t.app.inject({ method: 'DELETE', url: '/api/dashboard', headers, payload: 'x' });
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('returns 404 at unknown paths', async () => {
    for (const method of [...METHODS, 'OPTIONS'] as const) {
      const answer = await t.app.inject({ method, url: '/api/nothing-here' });
      expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 404, undefined]);
    }
    expect((await t.app.inject({ method: 'POST', url: '/dashboard' })).statusCode).toBe(404);
  });
});

describe('WWW-Authenticate', () => {
  const challengeOf = async (headers: Record<string, string> = {}) => {
    const answer = await t.app.inject({ url: '/api/dashboard', headers });
    return [answer.statusCode, answer.headers['www-authenticate']];
  };

  it('asks for a bearer token, and names an invalid one', async () => {
    expect(await challengeOf()).toEqual([401, 'Bearer realm="emberkin"']);
    const wrong = [401, 'Bearer realm="emberkin", error="invalid_token"'];
    expect(await challengeOf({ authorization: `Bearer ${'x'.repeat(43)}` })).toEqual(wrong);
    expect(await challengeOf({ authorization: `Bearer emb_${'x'.repeat(43)}` })).toEqual(wrong);
  });

  it('names the scope that a read-only token lacks, and is absent from other 403s', async () => {
    const user = await buildUser(t);
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
      user.id,
    ]);
    const { token } = (await t.call(createToken, { token: user.token, body: { name: 'Watch', scope: 'read' } })).json();
    const refused = await t.call(createMission, { token, body: {} });
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      403,
      'Bearer realm="emberkin", error="insufficient_scope", scope="write"',
    ]);
    const closed = await t.call(createToken, { token, body: {} });
    expect([closed.json().code, closed.headers['www-authenticate']]).toEqual(['token_not_accepted', undefined]);
  });
});

describe('IDs of objects', () => {
  const body = { title: 'Read', description: '<p>x</p>', goal: 'x', duration_days: 3, start_date: '2026-11-21' };

  it('are in the Location of a created object, also for a repeated check-in', async () => {
    const user = await buildUser(t);
    const created = await t.call(createMission, { token: user.token, body });
    expect(created.headers.location).toBe(`/api/missions/${created.json().id}`);
    const headers = { authorization: `Bearer ${user.token}` };
    const found = await t.app.inject({ url: String(created.headers.location), headers });
    expect(found.json()).toMatchObject({ id: created.json().id, title: 'Read' });
    const client_id = crypto.randomUUID();
    for (const _ of [1, 2]) {
      const checkin = await checkIn(t, user, created.json().id, { client_id });
      expect([checkin.statusCode, checkin.headers.location]).toEqual([
        201,
        `/api/checkins/${checkin.json().checkin.id}`,
      ]);
    }
    const refused = await t.call(createMission, { token: user.token, body: {} });
    expect([refused.statusCode, refused.headers.location]).toEqual([422, undefined]);
  });

  it('are accepted in capitals', async () => {
    const user = await buildUser(t);
    const mission = (await buildMission(t, user)).toUpperCase();
    expect((await t.call(getMission, { token: user.token, params: { id: mission } })).json().id).toBe(
      mission.toLowerCase(),
    );
    const client_id = crypto.randomUUID();
    t.clock.advance(HOUR_MS);
    const times = { performed_at: '2026-11-21T14:30+02:00', client_id: client_id.toUpperCase() };
    const first = await checkIn(t, user, mission, times);
    expect([first.statusCode, first.json().checkin.performed_at]).toEqual([201, '2026-11-21T12:30:00.000Z']);
    const again = await checkIn(t, user, mission, { ...times, client_id });
    expect(again.json().checkin.id).toBe(first.json().checkin.id);
    const id = first.json().checkin.id.toUpperCase();
    expect((await t.call(getCheckin, { token: user.token, params: { id } })).json().id).toBe(id.toLowerCase());
  });

  it('of payments are unknown if they are malformed', async () => {
    const { token } = await buildUser(t);
    for (const sessionId of ['a b', '<script>', 'x'.repeat(99), 'cs_test_a1', 'ü'.repeat(9)]) {
      const answer = await t.call(paymentStatus, { token, params: { sessionId } });
      expect([sessionId, answer.statusCode, answer.json().code]).toEqual([sessionId, 404, 'payment_not_found']);
    }
  });
});

describe('well-known paths', () => {
  it('include a security.txt with the support address, valid for 180 days', async () => {
    const answer = await supported.app.inject('/.well-known/security.txt');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const expires = new Date(supported.clock.now().getTime() + 180 * 86_400_000).toISOString();
    expect(answer.body).toBe(
      `Contact: mailto:help@emberkin.example\nExpires: ${expires}\nCanonical: http://emberkin.test/.well-known/security.txt\n`,
    );
  });

  it('include no security.txt without a support address', async () => {
    const answer = await t.app.inject('/.well-known/security.txt');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  it('redirect to the password form and the API document, and return 404 in JSON otherwise', async () => {
    const catalog = await t.app.inject('/.well-known/api-catalog');
    expect(catalog.headers['content-type']).toMatch(/^application\/linkset\+json/);
    expect(catalog.json()).toEqual({
      linkset: [
        {
          anchor: 'http://emberkin.test/api',
          'service-desc': [{ href: 'http://emberkin.test/api/openapi.json', type: 'application/json' }],
          'service-doc': [{ href: 'http://emberkin.test/docs/api', type: 'text/html' }],
        },
      ],
    });
    const password = await t.app.inject('/.well-known/change-password');
    expect([password.statusCode, password.headers.location]).toEqual([302, '/settings#change-password']);
    const document = await t.app.inject('/openapi.json');
    expect([document.statusCode, document.headers.location]).toEqual([308, '/api/openapi.json']);
    const other = await t.app.inject('/.well-known/assetlinks.json');
    expect([other.statusCode, other.json().code]).toEqual([404, 'not_found']);
  });
});
