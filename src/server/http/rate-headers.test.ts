import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { login, me } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getSite } from '#contract/site.ts';
import { buildApiToken } from '../testing/factories/api-tokens.ts';
import { buildUser } from '../testing/factories/users.ts';
import { testApp } from '../testing/test-app.ts';

const t = await testApp({ rate_limits: true });
const unlimited = await testApp();
const WINDOW = /^"(\w+)";r=(\d+);t=(\d+)$/;

/** The policy, and the name and the rest of the count; the seconds lie within the window. */
function rateOf({ headers }: LightMyRequestResponse, window = 60) {
  const [, name, left, seconds] = WINDOW.exec(String(headers.ratelimit)) ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(window);
  return [headers['ratelimit-policy'], name, Number(left)];
}

describe('what a caller may still do', () => {
  it('Answers name the limit of the token, the user or the address, and what is left of it.', async () => {
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

  it('Refusals carry them too: wrong input, a closed call, and the 429 itself, of which nothing is left.', async () => {
    const user = await buildUser(t, { email: 'refused@example.com' });
    const { token } = await buildApiToken(t, user, 'read');
    const closed = await t.call(me, { token });
    expect([closed.statusCode, ...rateOf(closed)]).toEqual([403, '"token";q=120;w=60', 'token', 119]);
    const address = '203.0.113.78';
    const wrong = await t.call(login, { body: {}, address });
    expect([wrong.statusCode, ...rateOf(wrong)]).toEqual([422, '"address";q=60;w=60', 'address', 59]);
    for (let count = 0; count < 59; count += 1) await t.call(me, { address });
    const refused = await t.call(me, { address });
    expect([refused.statusCode, ...rateOf(refused)]).toEqual([429, '"address";q=60;w=60', 'address', 0]);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('A limit of one call is named where it refuses, and leaves the headers about all calls as they are until then.', async () => {
    const address = '203.0.113.79';
    const body = { email: 'nobody@example.com', password: 'wrong one' };
    for (let count = 0; count < 9; count += 1) await t.call(login, { body, address });
    expect(rateOf(await t.call(login, { body, address }))).toEqual(['"address";q=60;w=60', 'address', 50]);
    const refused = await t.call(login, { body, address });
    expect([refused.statusCode, ...rateOf(refused, 900)]).toEqual([429, '"login";q=10;w=900', 'login', 0]);
  });

  it('Addresses outside of the contract that count say so as well.', async () => {
    for (const [method, url] of [
      ['POST', '/key/unknown'],
      ['POST', '/unsubscribe/unknown'],
      ['GET', '/share/unknown'],
    ] as const) {
      const answer = await t.app.inject({ method, url, remoteAddress: '203.0.113.80' });
      expect([url, ...rateOf(answer).slice(0, 2)]).toEqual([url, '"address";q=60;w=60', 'address']);
    }
  });

  it('Without limits there are no headers about them.', async () => {
    const { token } = await buildUser(unlimited);
    for (const answer of [await unlimited.call(me, { token }), await unlimited.call(getSite)]) {
      expect(answer.headers.ratelimit).toBeUndefined();
      expect(answer.headers['ratelimit-policy']).toBeUndefined();
    }
  });
});
