import { adminLogin } from '#contract/admin.ts';
import { suspendUser } from '#contract/admin-accounts.ts';
import { prepareAdmin } from '../../features/admin/account/commands.ts';
import type { TestApp } from '../test-app.ts';
import type { TestUser } from './users.ts';

export const ADMIN_CREDENTIALS = { username: 'keeper', password: 'of the fire' };

/** Signs in as the admin; returns the token. */
export async function buildAdminSession(t: TestApp): Promise<string> {
  const config = { admin_username: ADMIN_CREDENTIALS.username, admin_password: ADMIN_CREDENTIALS.password };
  await prepareAdmin({ ...t.deps, config });
  const answer = await t.call(adminLogin, { body: ADMIN_CREDENTIALS });
  if (answer.statusCode !== 200) throw new Error(`No operator: ${answer.body}`);
  return answer.json().access_token;
}

/** Suspends a user, in an admin session created for it: an earlier one may have expired by a moved clock. */
export async function buildSuspension(t: TestApp, { id }: TestUser): Promise<void> {
  const answer = await t.call(suspendUser, { token: await buildAdminSession(t), params: { id }, body: {} });
  if (answer.statusCode !== 204) throw new Error(`Not suspended: ${answer.body}`);
}
