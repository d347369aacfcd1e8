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
  it('The OpenAPI document says which endpoints API tokens may call, and with which scope.', () => {
    for (const [name, e] of Object.entries(API)) {
      const operation = document.paths[e.path][e.method.toLowerCase()];
      expect([name, operation['x-token-scope'] ?? null]).toEqual([name, scopeOf(e)]);
      const names = operation.security.flatMap((scheme: object) => Object.keys(scheme));
      const session = { public: [], user: ['session'], admin: ['operator'] }[e.access];
      expect([name, names]).toEqual([name, [...session, ...(scopeOf(e) ? ['token'] : [])]]);
      for (const scheme of names) expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  it('There is an example for every endpoint with a body that API tokens may call, and for no other.', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(
      opened
        .filter(([, e]) => e.body)
        .map(([name]) => name)
        .sort(),
    );
  });

  it.each(Object.keys(EXAMPLES))('The example of %s is accepted.', async (name) => {
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
    // Rules may refuse an example that needs a history; the schema and the token check may not.
    const refusals = ['invalid_input', 'malformed_body', 'not_signed_in', 'token_not_accepted', 'token_reads_only'];
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode >= 300) expect(refusals).not.toContain(answer.json().code);
  });
});
