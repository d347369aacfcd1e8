/** A reserved host; all that matters is whether a path leaves it. */
const HERE = 'https://emberkin.invalid';

/** `URL` exists in browsers and Node; this folder has the types of neither. */
declare const URL: new (target: string, base: string) => { readonly origin: string };

/**
 * Returns true for a path of this site, so a `redirect` parameter cannot lead to another site after sign-in. Uses the
 * URL parser because browsers read a backslash as a slash and drop tabs.
 */
export function isSameOriginPath(target: string): boolean {
  if (!target.startsWith('/')) return false;
  try {
    return new URL(target, HERE).origin === HERE;
  } catch {
    return false;
  }
}
