import { register } from '#contract/auth.ts';
import { updateProfile } from '#contract/profile.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';

export interface TestUser {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
}

let created = 0;

/**
 * Creates a signed-in user with a complete profile, in UTC by default. If an SMTP server is set, the address is not
 * proven unless `proven` is true.
 */
export async function buildUser(
  t: TestApp,
  options: { name?: string; email?: string; timezone?: string; incomplete?: boolean; proven?: boolean } = {},
): Promise<TestUser> {
  const name = options.name ?? `Person ${++created}`;
  const email = options.email ?? `person${++created}@example.com`;
  const password = 'campfire';
  const { access_token: token, user } = await succeed(t, register, { body: { name, email, password } });
  if (!options.incomplete)
    await succeed(t, updateProfile, { token, body: { name, timezone: options.timezone ?? 'UTC' } });
  if (options.proven) await t.db.rows('update users set email_verified_at = created_at where id = $1', [user.id]);
  return { id: user.id, name, email, password, token };
}
