/** The built file of /login for servers with a single sign-on provider. */
export const SSO_LOGIN_FILE = 'login-sso.html';

/** What stands in that file for the provider's name, and for the path that opens after signing in. */
export const LOGIN_STAND_INS = { name: '{sso}', redirect: '/{redirect}' } as const;
