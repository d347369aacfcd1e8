import { adminLogin } from '#contract/admin.ts';

/** Environment of a server whose operator the bench signs in as. */
export const OPERATOR = { ADMIN_USERNAME: 'bench', ADMIN_PASSWORD: 'the operator of the bench' };

/** What the operator's sign-in form sends. */
export const OPERATOR_SIGN_IN = { username: OPERATOR.ADMIN_USERNAME, password: OPERATOR.ADMIN_PASSWORD };

export async function signInAsOperator(url: string): Promise<string> {
  const answer = await fetch(url + adminLogin.path, {
    method: adminLogin.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OPERATOR_SIGN_IN),
  });
  if (answer.status !== 200) throw new Error(`The operator's sign-in was answered with ${answer.status}.`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
