import { LOGIN_STAND_INS } from '#contract/site.ts';
import { isSameOriginPath } from '#domain/same-origin-path.ts';
import { escapeHtml } from '../adapters/html.ts';

const HTML = '<html';
const queryOf = (redirect: string) => `?${new URLSearchParams({ redirect })}`;

const ownQuery = (redirect: unknown): string =>
  typeof redirect === 'string' && isSameOriginPath(redirect) ? queryOf(redirect) : '';

/** How people sign in at the single sign-on provider. */
export interface Sso {
  readonly name: string;
  /** False if that is the only way to sign in. */
  readonly passwords: boolean;
}

/**
 * A built page as servers with a single sign-on provider send it: the app reads the provider's name from the element
 * `html`, and shows it before it has asked for the site. The name stands in the drawn page of /login as well.
 */
export const withSso = (page: string, { name, passwords }: Sso): string => {
  const escaped = escapeHtml(name);
  const attributes = `data-sso="${escaped}"${passwords ? '' : ' data-passwords="off"'}`;
  return page.replace(HTML, () => `${HTML} ${attributes}`).replaceAll(LOGIN_STAND_INS.name, () => escaped);
};

/**
 * The drawn page of /login, whose links lead on to `redirect` before any script has run. What is no path of ours is left
 * out.
 */
export const withLoginRedirect = (page: string, redirect: unknown): string => {
  const query = ownQuery(redirect);
  return page.replaceAll(queryOf(LOGIN_STAND_INS.redirect), () => escapeHtml(query));
};

/** Returns the path that leads to the provider. */
export const signOnPath = (redirect: unknown): string => `/api/auth/oidc/start${ownQuery(redirect)}`;
