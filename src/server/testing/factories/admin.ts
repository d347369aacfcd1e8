import { adminLogin } from '#contract/admin.ts';
import { suspendUser } from '#contract/admin-accounts.ts';
import { prepareAdmin } from '../../features/admin/account/commands.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';

export const ADMIN_CREDENTIALS = { username: 'keeper', password: 'of the fire' };

/** Signs in as the operator and returns the token. */
export async function buildAdminSession(t: TestApp): Promise<string> {
  const config = { admin_username: ADMIN_CREDENTIALS.username, admin_password: ADMIN_CREDENTIALS.password };
  await prepareAdmin({ ...t.deps, config });
  return (await succeed(t, adminLogin, { body: ADMIN_CREDENTIALS })).access_token;
}

/** Suspends a user from a new admin session, because a moved clock might have ended an earlier one. */
export async function buildSuspension(t: TestApp, { id }: TestUser): Promise<void> {
  await succeed(t, suspendUser, { token: await buildAdminSession(t), params: { id }, body: {} });
}
