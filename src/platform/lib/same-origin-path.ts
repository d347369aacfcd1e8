/** Its host is reserved for names that lead nowhere: the question is whether a path leaves it. */
const HERE = 'https://emberkin.invalid';

/** What URL is on both sides; this folder knows neither the types of a browser nor those of Node. */
declare const URL: new (target: string, base: string) => { readonly origin: string };

/**
 * Whether `target` is a path of this site. Browsers read a backslash as a slash and drop tabs, so their own parser
 * decides. Anything else in a `redirect` parameter could lead to a foreign page after login.
 */
export function isSameOriginPath(target: string): boolean {
  if (!target.startsWith('/')) return false;
  try {
    return new URL(target, HERE).origin === HERE;
  } catch {
    return false;
  }
}
