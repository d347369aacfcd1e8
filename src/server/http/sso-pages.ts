import { LOGIN_STAND_INS } from '#contract/site.ts';
import { isSameOriginPath } from '#domain/same-origin-path.ts';
import { escapeHtml } from '../adapters/html.ts';

const HTML = '<html';
const queryOf = (redirect: string) => `?${new URLSearchParams({ redirect })}`;

/**
 * A built page as servers with a single sign-on provider send it: the app reads the provider's name from the element
 * `html`, and shows it before it has asked for the site. The name stands in the drawn page of /login as well.
 */
export const withSso = (page: string, name: string): string => {
  const escaped = escapeHtml(name);
  return page.replace(HTML, () => `${HTML} data-sso="${escaped}"`).replaceAll(LOGIN_STAND_INS.name, () => escaped);
};

/**
 * The drawn page of /login, whose links lead on to `redirect` before any script has run. What is no path of ours is left
 * out.
 */
export const withLoginRedirect = (page: string, redirect: unknown): string => {
  const isOwn = typeof redirect === 'string' && isSameOriginPath(redirect);
  return page.replaceAll(queryOf(LOGIN_STAND_INS.redirect), () => (isOwn ? escapeHtml(queryOf(redirect)) : ''));
};
