import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { exportData } from '#contract/account.ts';
import { me } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { createMission, getMission } from '#contract/missions.ts';
import { timezones } from '#contract/profile.ts';
import { getSite } from '#contract/site.ts';
import { buildApiToken } from '#server/testing/factories/api-tokens.ts';
import { buildMission } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';

const t = await testApp();
const withLinks = await testApp({ config: { imprint_url: `https://emberkin.example/${'i'.repeat(1100)}` } });
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

const unpack = ({ headers, rawPayload }: LightMyRequestResponse): string => {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload).toString();
  if (headers['content-encoding'] === 'gzip') return gunzipSync(rawPayload).toString();
  return rawPayload.toString();
};
const facts = ({ headers }: LightMyRequestResponse) => [headers['content-encoding'], headers.vary];

describe('long responses', () => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['gzip;q=0.5, br;q=0.4', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['deflate', undefined],
    [undefined, undefined],
  ])('to a request that accepts %s are encoded as %s, with the exact length', async (accepted, encoding) => {
    const { token } = await buildUser(t);
    const plain = await t.call(timezones, { token });
    const answer = await t.call(timezones, { token, headers: accepted ? { 'accept-encoding': accepted } : {} });
    expect([answer.statusCode, ...facts(answer)]).toEqual([200, encoding, 'accept-encoding']);
    expect(unpack(answer)).toBe(plain.body);
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    if (encoding) expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  });

  it('are compressed below and above 16 KiB, including a long list of wrong fields', async () => {
    const user = await buildUser(t);
    const calls = [user.token, (await buildApiToken(t, user)).token];
    for (const length of [900, 19_000])
      for (const token of calls) {
        const id = await buildMission(t, user, { description: `<p>${'Ü'.repeat(length)}</p>` });
        const answer = await t.call(getMission, { token, params: { id }, headers: BROWSER });
        expect(facts(answer)).toEqual(['br', 'accept-encoding']);
        expect(JSON.parse(unpack(answer)).description).toHaveLength(length + '<p></p>'.length);
      }
    const wrong = {
      title: 7,
      goal: 'x'.repeat(5000),
      schedule: { kind: 'x'.repeat(2000) },
      board: 'x',
      level_goal: 'x',
    };
    const refused = await t.call(createMission, { token: user.token, body: wrong, headers: BROWSER });
    expect([refused.statusCode, JSON.parse(unpack(refused)).code]).toEqual([422, 'invalid_input']);
  });

  it("include the site's setup, with the same headers for HEAD and GET", async () => {
    const answer = await withLinks.call(getSite, { headers: BROWSER });
    expect(facts(answer)).toEqual(['br', 'accept-encoding']);
    expect(JSON.parse(unpack(answer)).imprint_url).toContain('iii');
    const head = await withLinks.app.inject({ method: 'HEAD', url: getSite.path, headers: BROWSER });
    expect([head.body, ...facts(head)]).toEqual(['', 'br', 'accept-encoding']);
    expect(head.headers['content-length']).toBe(answer.headers['content-length']);
  });
});

describe('the choice to compress', () => {
  it('leaves out short responses, downloads and empty ones', async () => {
    const { token } = await buildUser(t);
    expect(facts(await t.call(me, { token, headers: BROWSER }))).toEqual([undefined, undefined]);
    const archive = await t.call(exportData, { token, headers: BROWSER });
    expect([archive.headers['content-type'], ...facts(archive)]).toEqual(['application/zip', undefined, undefined]);
    expect(archive.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('is the same for a session and a token', async () => {
    const user = await buildUser(t);
    await buildMission(t, user);
    const { token } = await buildApiToken(t, user, 'read');
    for (const bearer of [user.token, token])
      expect(facts(await t.call(getDashboard, { token: bearer, headers: BROWSER }))).toEqual(['br', 'accept-encoding']);
  });
});
