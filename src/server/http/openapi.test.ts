import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { API } from '#contract/api.ts';
import { scopeOf } from '#contract/api-token-scopes.ts';
import { createToken } from '#contract/api-tokens.ts';
import { EXAMPLES } from '#contract/examples.ts';
import { buildMission } from '../testing/factories/missions.ts';
import { buildUser } from '../testing/factories/users.ts';
import { testApp } from '../testing/test-app.ts';

const t = await testApp();
const document = (await t.app.inject('/api/openapi.json')).json();
const opened = Object.entries(API).filter(([, e]) => scopeOf(e) !== null);

describe('the OpenAPI document', () => {
  it('says which calls a personal API token opens, with which scope', () => {
    for (const [name, e] of Object.entries(API)) {
      const operation = document.paths[e.path][e.method.toLowerCase()];
      expect([name, operation['x-token-scope'] ?? null]).toEqual([name, scopeOf(e)]);
      const names = operation.security.flatMap((scheme: object) => Object.keys(scheme));
      const session = { public: [], user: ['session'], admin: ['operator'] }[e.access];
      expect([name, names]).toEqual([name, [...session, ...(scopeOf(e) ? ['token'] : [])]]);
      for (const scheme of names) expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  it('has an example for every call with a body that tokens open, and for no other', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(
      opened
        .filter(([, e]) => e.body)
        .map(([name]) => name)
        .sort(),
    );
  });

  it.each(Object.keys(EXAMPLES))('has an example of %s that is taken', async (name) => {
    const user = await buildUser(t);
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
      user.id,
    ]);
    const id = await buildMission(t, user);
    const { token } = (await t.call(createToken, { token: user.token, body: { name: 'Docs', scope: 'write' } })).json();
    const e = API[name]!;
    const text = JSON.stringify(EXAMPLES[name]).replaceAll('MISSION_ID', id).replaceAll('USER_ID', user.id);
    const body = JSON.parse(text);
    expect(z.safeParse(e.body!, body).success).toBe(true);
    const answer = await t.call(e, { token, params: { id, userId: user.id }, body });
    // A rule may say no where the example needs a history; neither the schema nor the token may.
    const refusals = ['invalid_input', 'malformed_body', 'not_signed_in', 'token_not_accepted', 'token_reads_only'];
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode >= 300) expect(refusals).not.toContain(answer.json().code);
  });
});
