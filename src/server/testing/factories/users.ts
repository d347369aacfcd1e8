import { register } from '#contract/auth.ts';
import { updateProfile } from '#contract/profile.ts';
import type { TestApp } from '../test-app.ts';

export interface TestUser {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
}

let made = 0;

/** A person with an account, signed in, profile complete, in a zone (UTC unless said). */
export async function buildUser(
  t: TestApp,
  options: { name?: string; email?: string; timezone?: string; incomplete?: boolean } = {},
): Promise<TestUser> {
  const name = options.name ?? `Person ${++made}`;
  const email = options.email ?? `person${++made}@example.com`;
  const password = 'campfire';
  const answer = await t.call(register, { body: { name, email, password } });
  if (answer.statusCode !== 200) throw new Error(`No account: ${answer.body}`);
  const { access_token: token, user } = answer.json();
  if (!options.incomplete) {
    const saved = await t.call(updateProfile, { token, body: { name, timezone: options.timezone ?? 'UTC' } });
    if (saved.statusCode !== 200) throw new Error(`No profile: ${saved.body}`);
  }
  return { id: user.id, name, email, password, token };
}
