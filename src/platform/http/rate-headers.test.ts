import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { adminLogin } from '#contract/admin.ts';
import { login, me } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { createMission } from '#contract/missions.ts';
import { getSite } from '#contract/site.ts';
import { buildApiToken } from '#server/testing/factories/api-tokens.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp({ rate_limits: true });
const unlimited = await testApp();
const WINDOW = /^"(\w+)";r=(\d+);t=(\d+)$/;

function rateOf({ headers }: LightMyRequestResponse, window = 60) {
  const [, name, left, seconds] = WINDOW.exec(String(headers.ratelimit)) ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(window);
  return [headers['ratelimit-policy'], name, Number(left)];
}

describe('rate limit headers', () => {
  it('name the limit of the token, user or address, and the remaining calls', async () => {
    const user = await buildUser(t, { email: 'rates@example.com' });
    const { token } = await buildApiToken(t, user, 'read');
    expect(rateOf(await t.call(getDashboard, { token }))).toEqual(['"token";q=120;w=60', 'token', 119]);
    expect(rateOf(await t.call(getDashboard, { token }))).toEqual(['"token";q=120;w=60', 'token', 118]);
    const [policy, name] = rateOf(await t.call(me, { token: user.token }));
    expect([policy, name]).toEqual(['"user";q=300;w=60', 'user']);
    const address = '203.0.113.77';
    expect(rateOf(await t.call(me, { address }))).toEqual(['"address";q=60;w=60', 'address', 59]);
    expect(rateOf(await t.call(getSite, { address }))).toEqual(['"address";q=1200;w=60', 'address', 1199]);
  });

  it('are also in errors: invalid input, a closed call and a 429, with nothing left', async () => {
    const user = await buildUser(t, { email: 'refused@example.com' });
    const { token } = await buildApiToken(t, user, 'read');
    const closed = await t.call(me, { token });
    expect([closed.statusCode, ...rateOf(closed)]).toEqual([403, '"token";q=120;w=60', 'token', 119]);
    const address = '203.0.113.78';
    const wrong = await t.call(login, { body: {}, address });
    expect([wrong.statusCode, ...rateOf(wrong, 300)]).toEqual([422, '"login";q=30;w=300', 'login', 29]);
    for (let count = 0; count < 59; count += 1) await t.call(me, { address });
    const refused = await t.call(me, { address });
    expect([refused.statusCode, ...rateOf(refused)]).toEqual([429, '"address";q=60;w=60', 'address', 0]);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it("name the call's own limit if it has the fewest calls left or rejects", async () => {
    const address = '203.0.113.79';
    const body = { email: 'nobody@example.com', password: 'wrong one' };
    const answers = [];
    for (let count = 0; count < 11; count += 1) answers.push(await t.call(login, { body, address }));
    const [first, ...others] = answers.map((answer) => [answer.statusCode, ...rateOf(answer, 900)]);
    expect(first).toEqual([401, '"login";q=10;w=900', 'login', 9]);
    expect(others.at(-2)).toEqual([401, '"login";q=10;w=900', 'login', 0]);
    expect(others.at(-1)).toEqual([429, '"login";q=10;w=900', 'login', 0]);
    // The other email has more attempts left than the address.
    const other = await t.call(login, { body: { ...body, email: 'somebody@example.com' }, address });
    expect(rateOf(other, 900)).toEqual(['"login";q=10;w=900', 'login', 9]);
  });

  it('name the general limit if it has fewer calls left', async () => {
    const user = await buildUser(t, { email: 'busy@example.com' });
    const { token } = await buildApiToken(t, user, 'write');
    const create = () => t.call(createMission, { token, body: {} });
    expect(rateOf(await create(), 3600)).toEqual(['"missions";q=20;w=3600', 'missions', 19]);
    for (let count = 0; count < 105; count += 1) await t.call(getDashboard, { token });
    expect(rateOf(await create())).toEqual(['"token";q=120;w=60', 'token', 13]);
  });

  it('name a limit shared with others only in its rejections', async () => {
    const attempt = (last: number) =>
      t.call(adminLogin, { body: { username: 'admin', password: 'wrong' }, address: `198.51.100.${last}` });
    for (let last = 1; last <= 15; last += 1)
      expect(rateOf(await attempt(last), 900)).toEqual(['"admin_login";q=5;w=900', 'admin_login', 4]);
    const refused = await attempt(16);
    expect([refused.statusCode, ...rateOf(refused, 900)]).toEqual([429, '"admin_login";q=15;w=900', 'admin_login', 0]);
  });

  it('are also in counted responses outside the contract', async () => {
    for (const [method, url, policy, name] of [
      ['POST', '/key/unknown', '"links";q=30;w=600', 'links'],
      ['POST', '/unsubscribe/unknown', '"address";q=60;w=60', 'address'],
      ['GET', '/share/unknown', '"address";q=60;w=60', 'address'],
      ['GET', '/share/unknown/picture.png', '"share";q=20;w=60', 'share'],
    ] as const) {
      const answer = await t.app.inject({ method, url, remoteAddress: '203.0.113.80' });
      expect([url, ...rateOf(answer, 600).slice(0, 2)]).toEqual([url, policy, name]);
    }
  });

  it('are absent without limits', async () => {
    const { token } = await buildUser(unlimited);
    for (const answer of [await unlimited.call(me, { token }), await unlimited.call(getSite)]) {
      expect(answer.headers.ratelimit).toBeUndefined();
      expect(answer.headers['ratelimit-policy']).toBeUndefined();
    }
  });
});
