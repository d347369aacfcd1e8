import type { PageSso } from '#contract/site.ts';
import { signOnPath } from '#domain/sign-on-path.ts';
import { isSameOriginPath } from '#platform/lib/same-origin-path.ts';

const ROOT = '<div id="root">';

/**
 * Adds the provider to a built page as data, so the app draws its button without waiting for `/api/site`. The policy
 * allows the element because a browser does not run it. It precedes the root: a drawn form after it is invisible.
 */
export function addSso(page: string, { name, passwords }: PageSso): string {
  const json = JSON.stringify({ name, passwords }).replaceAll('<', '\\u003c');
  return page.replace(ROOT, () => `<script type="application/json" id="sso">${json}</script>${ROOT}`);
}

/** Returns the path that redirects to the provider. Ignores a `redirect` to another site. */
export const toProvider = (redirect: unknown): string =>
  signOnPath(typeof redirect === 'string' && isSameOriginPath(redirect) ? redirect : undefined);
