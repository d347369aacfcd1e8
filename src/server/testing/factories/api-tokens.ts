import { createToken } from '#contract/api-tokens.ts';
import type { ApiScope } from '#domain/api-tokens.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';
import { upgradeToPremium } from './webhooks.ts';

/** Creates an API token and gives its user the PREMIUM plan. */
export async function buildApiToken(
  t: TestApp,
  user: TestUser,
  scope: ApiScope = 'write',
  more: Record<string, unknown> = {},
): Promise<{ id: string; token: string }> {
  await upgradeToPremium(t, user);
  return succeed(t, createToken, { token: user.token, body: { name: 'Program', scope, ...more } });
}
