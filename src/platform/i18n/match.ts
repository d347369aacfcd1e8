const ENGLISH = /^en-[a-z]{2}$/i;

/** The language and script of a tag such as `zh-CN`: `zh-Hans`; null for a tag that is none. */
function scriptOf(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}

/**
 * The first of the languages wished for that there is: each tag in its order, exactly or else by its language and
 * script. `*` and broken tags are passed over; without any match it is `en`.
 */
export function matchLanguage(wished: readonly string[], among: readonly string[]): string {
  for (const tag of wished) {
    const exact = among.find((known) => known.toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    // Most ask for the English of some country, and the first question to `Intl` costs a browser milliseconds.
    if (ENGLISH.test(tag)) return 'en';
    const script = scriptOf(tag);
    const near = script && among.find((known) => scriptOf(known) === script);
    if (near) return near;
  }
  return 'en';
}
