/** Returns the path to the single sign-on provider. `redirect` opens after signing in. */
export const signOnPath = (redirect: string | undefined): string =>
  `/api/auth/oidc/start${redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`}`;
