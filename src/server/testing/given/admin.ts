import { adminLogin } from '#contract/admin.ts';
import { prepareAdmin } from '../../features/admin/account.ts';
import type { TestApp } from '../test-app.ts';

export const OPERATOR = { username: 'keeper', password: 'of the fire' };

/** The operator, signed in; answers the token. */
export async function givenAdmin(t: TestApp): Promise<string> {
  const config = { admin_username: OPERATOR.username, admin_password: OPERATOR.password };
  await prepareAdmin({ ...t.deps, config });
  const answer = await t.call(adminLogin, { body: OPERATOR });
  if (answer.statusCode !== 200) throw new Error(`No operator: ${answer.body}`);
  return answer.json().access_token;
}
