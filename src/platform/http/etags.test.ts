import { describe, expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { listCheckins } from '#contract/checkins.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications } from '#contract/notifications.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { checkIn } from '#server/testing/factories/missions.ts';
import { buildDiscussion } from '#server/testing/factories/posts.ts';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp();
const limited = await testApp({ rate_limits: true });
const TAGGED: Endpoint[] = [getDashboard, getInsights, getMission, getQuilt, listCheckins, listNotifications];

describe('ETags', () => {
  it('are sent for the responses of six calls', () => {
    const tagged = Object.values(API).filter(({ etag }) => etag);
    expect(new Set(tagged)).toEqual(new Set(TAGGED));
  });

  it.each(TAGGED.map((endpoint) => [endpoint.path, endpoint] as const))(
    'give a 304 without a body until the response changes: %s',
    async (_, endpoint) => {
      const { owner, bo, mission } = await buildDiscussion(t);
      const ask = (headers: Record<string, string> = {}) =>
        t.call(endpoint, { token: owner.token, params: { id: mission }, headers });
      const first = await ask();
      const tag = String(first.headers.etag);
      expect([first.statusCode, tag, first.headers['cache-control']]).toEqual([
        200,
        expect.stringMatching(/^W\/"[\w-]{16}"$/),
        'no-store',
      ]);
      expect((await ask()).headers.etag).toBe(tag);
      for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*', ` ${tag} `]) {
        const same = await ask({ 'if-none-match': known, 'accept-encoding': 'br' });
        expect([known, same.statusCode, same.body, same.headers.etag]).toEqual([known, 304, '', tag]);
        expect(same.headers['content-encoding']).toBeUndefined();
        expect(same.headers['content-type']).toBeUndefined();
      }
      expect((await ask({ 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
      t.clock.advance(60_000);
      // On the Free plan insights cover the user's own days.
      const person = endpoint === getInsights ? owner : bo;
      await checkIn(t, person, mission, { type: 'text', content: 'Ten km' });
      const next = await ask({ 'if-none-match': tag });
      expect(next.statusCode).toBe(200);
      expect(next.headers.etag).not.toBe(tag);
    },
  );

  it('depend on the content, not its compression, and are absent from errors', async () => {
    const { owner, mission, bo } = await buildDiscussion(t);
    const ask = (token: string, headers: Record<string, string>) =>
      t.call(getMission, { token, params: { id: mission }, headers });
    const [plain, packed] = [await ask(owner.token, {}), await ask(owner.token, { 'accept-encoding': 'br' })];
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers.etag).toBe(plain.headers.etag);
    expect((await ask(bo.token, { 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(200);
    const unknown = await t.call(getMission, {
      token: owner.token,
      params: { id: 'x' },
      headers: { 'if-none-match': '*' },
    });
    expect([unknown.statusCode, unknown.headers.etag]).toEqual([404, undefined]);
  });

  it('count a 304 toward the rate limit like any other response', async () => {
    const { owner } = await buildDiscussion(limited);
    const ask = (headers: Record<string, string> = {}) => limited.call(getDashboard, { token: owner.token, headers });
    const first = await ask();
    const same = await ask({ 'if-none-match': String(first.headers.etag) });
    const left = ({ headers }: typeof first) => Number(/r=(\d+)/.exec(String(headers.ratelimit))![1]);
    expect([same.statusCode, left(same)]).toEqual([304, left(first) - 1]);
  });
});
