/* Any origin will do: the question is whether the URL parser leaves it. */
const HERE = 'https://emberkin.invalid';

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
