import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { API } from '#contract/api.ts';
import { scopeOf } from '#contract/api-token-scopes.ts';
import { createToken, getMe } from '#contract/api-tokens.ts';
import { ABOUT } from '#contract/document/calls.ts';
import { EXAMPLES } from '#contract/examples.ts';
import { generateInvitationCode } from '#contract/missions-join.ts';
import { buildMission } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';

interface Words {
  name?: string;
  summary?: string;
  description?: string;
  $ref?: string;
}

const t = await testApp();
const document = (await t.app.inject('/api/openapi.json')).json();

describe('the OpenAPI document', () => {
  it('states which endpoints API tokens may call, and their scope', () => {
    for (const [name, e] of Object.entries(API)) {
      const operation = document.paths[e.path][e.method.toLowerCase()];
      expect([name, operation['x-token-scope'] ?? null]).toEqual([name, scopeOf(e)]);
      const names = operation.security.flatMap((scheme: object) => Object.keys(scheme));
      const session = { public: [], user: ['session'], admin: ['operator'] }[e.access];
      expect([name, names]).toEqual([name, [...session, ...(scopeOf(e) ? ['token'] : [])]]);
      for (const scheme of names) expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  it('describes every operation, parameter and property', () => {
    const lacking: string[] = [];
    const walk = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, parameters } = value as { properties?: Record<string, Words>; parameters?: Words[] };
      if (properties && !('description' in properties && typeof properties.description === 'string'))
        for (const [name, property] of Object.entries(properties))
          if (!property.description) lacking.push(`${at}.${name}`);
      if (Array.isArray(parameters))
        for (const one of parameters) if (!one.description && !one.$ref) lacking.push(`${at} ${one.name}`);
      for (const [name, part] of Object.entries(value)) walk(part, `${at}.${name}`);
    };
    walk(document, '');
    expect(lacking).toEqual([]);
    for (const { name, description } of document.tags) expect(description, name).toBeTruthy();
  });

  it("does not repeat a call's summary in its description", () => {
    const posted = Object.values(document.webhooks).map((methods) => (methods as { post: Words }).post);
    const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods as Record<string, Words>));
    expect(calls.length).toBeGreaterThan(100);
    for (const { summary = '', description = '' } of [...calls, ...posted]) {
      expect(description.toLowerCase()).not.toContain(summary.toLowerCase());
      for (const sentence of description.split(/(?<=\.) /)) expect(summary).not.toContain(sentence.replace(/\.$/, ''));
    }
  });

  it('has extra texts only for calls that exist', () => {
    for (const name of Object.keys(ABOUT)) expect(Object.keys(API)).toContain(name);
  });

  it('declares page cursors as UUIDs', () => {
    const rows = (path: string) => document.paths[path].get.parameters as { name: string; schema: object }[];
    const ids = ['/api/missions', '/api/missions/{id}/checkins', '/api/notifications', '/api/checkins/{id}/comments']
      .flatMap(rows)
      .filter(({ name }) => name === 'before' || name === 'after');
    expect(ids).toHaveLength(4);
    for (const { schema } of ids) expect(schema).toMatchObject({ type: 'string', format: 'uuid' });
  });

  it('names the schemas that clients are built around', () => {
    const names =
      'User Me Member Mission MissionSummary MissionInput Checkin CheckinReceipt Comment Notification Invitation Dashboard Streak Insights Reminder ApiToken Error';
    for (const name of names.split(' ')) expect(document.components.schemas).toHaveProperty(name);
    expect(document.paths['/api/checkins'].post.responses[201].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/CheckinReceipt',
    });
    expect(Object.keys(document.paths['/api/checkins'].post.requestBody.content)).toEqual([
      'application/json',
      'multipart/form-data',
    ]);
  });

  it('is sent compressed, to all origins, and as 304 to clients that have it', async () => {
    const identity = await t.app.inject('/api/openapi.json');
    expect(identity.headers).toMatchObject({
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
      etag: expect.stringMatching(/^W\/"[\w-]{16}"$/),
    });
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
    ] as const) {
      const answer = await t.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': accepted } });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(unpack(answer.rawPayload).equals(identity.rawPayload)).toBe(true);
      expect(answer.rawPayload.length).toBeLessThan(identity.rawPayload.length / 5);
    }
    const tag = identity.headers.etag as string;
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await t.app.inject({ url: '/api/openapi.json', headers: { 'if-none-match': known } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
    }
    const other = await t.app.inject({ url: '/api/openapi.json', headers: { 'if-none-match': '"other"' } });
    expect(other.statusCode).toBe(200);
  });

  it('is the same at /api/openapi.yaml', async () => {
    const { headers, body } = await t.app.inject('/api/openapi.yaml');
    expect(headers).toMatchObject({
      'content-type': 'application/yaml; charset=utf-8',
      'access-control-allow-origin': '*',
      etag: expect.stringMatching(/^W\//),
    });
    expect(parse(body)).toEqual(document);
  });

  it('omits old paths, which still serve the same calls', async () => {
    const [owner, friend] = [await buildUser(t), await buildUser(t)];
    const id = await buildMission(t, owner);
    const { invitation_code: code } = (
      await t.call(generateInvitationCode, { token: owner.token, params: { id } })
    ).json();
    const aliased = Object.values(API).filter(({ aliases }) => aliases);
    expect(aliased.length).toBeGreaterThan(1);
    for (const { aliases = [], path } of aliased)
      for (const alias of aliases) {
        expect(document.paths).not.toHaveProperty([alias]);
        expect(document.paths).toHaveProperty([path]);
      }
    const [now, before] = [`/api/join/${code}`, `/api/missions/join/${code}`];
    expect((await t.app.inject(before)).json()).toEqual((await t.app.inject(now)).json());
    const headers = { authorization: `Bearer ${friend.token}` };
    const joined = await t.app.inject({ method: 'POST', url: before, headers });
    expect([joined.statusCode, joined.json().mission_id]).toEqual([200, id]);
    expect((await t.app.inject({ method: 'POST', url: now, headers })).json().code).toBe('already_member');
  });

  it("has an example for every JSON body except the operator's", () => {
    const operators = (path: string) => path.startsWith('/api/admin/');
    expect(Object.keys(EXAMPLES).sort()).toEqual(
      Object.entries(API)
        .filter(([, { body, path }]) => body && !operators(path))
        .map(([name]) => name)
        .sort(),
    );
  });

  it.each(Object.keys(EXAMPLES))('has an accepted example for %s', async (name) => {
    const user = await buildUser(t);
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
      user.id,
    ]);
    const id = await buildMission(t, user);
    const { token } = (await t.call(createToken, { token: user.token, body: { name: 'Docs', scope: 'write' } })).json();
    const e = API[name]!;
    const { today } = (await t.call(getMe, { token })).json();
    const own: Record<string, string> = { MISSION_ID: id, USER_ID: user.id, TODAY: today };
    const text = JSON.stringify(EXAMPLES[name]).replaceAll(/MISSION_ID|USER_ID|TODAY/g, (word) => own[word]!);
    const body = JSON.parse(text);
    expect(z.safeParse(e.body!, body).success).toBe(true);
    const answer = await t.call(e, { token: scopeOf(e) ? token : user.token, params: { id, userId: user.id }, body });
    // Rules can reject an example that needs a history; the schema and the token check cannot.
    const refusals = ['invalid_input', 'malformed_body', 'not_signed_in', 'token_not_accepted', 'token_reads_only'];
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode >= 300) expect(refusals).not.toContain(answer.json().code);
  });
});
