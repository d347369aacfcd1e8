import { createToken } from '#contract/api-tokens.ts';
import type { ApiScope } from '#domain/api-tokens.ts';
import type { TestApp } from '../test-app.ts';
import type { TestUser } from './users.ts';

/** An API token of a user, who gets PREMIUM for it. */
export async function buildApiToken(
  t: TestApp,
  user: TestUser,
  scope: ApiScope = 'write',
  more: Record<string, unknown> = {},
): Promise<{ id: string; token: string }> {
  await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    user.id,
  ]);
  const answer = await t.call(createToken, { token: user.token, body: { name: 'Program', scope, ...more } });
  if (answer.statusCode !== 201) throw new Error(`No token: ${answer.body}`);
  return answer.json();
}
