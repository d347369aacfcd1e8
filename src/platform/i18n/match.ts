const ENGLISH = /^en-[a-z]{2}$/i;

/** Returns the language and script of a tag, `zh-Hans` for `zh-CN`, or null for an invalid tag. */
function scriptOf(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}

/**
 * Returns the first available language, by exact tag or by language and script; `en` if none matches. Skips `*` and
 * invalid tags.
 */
export function matchLanguage(wished: readonly string[], among: readonly string[]): string {
  for (const tag of wished) {
    const exact = among.find((known) => known.toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    // Most requests prefer the English of some country, and a browser's first `Intl` call costs milliseconds.
    if (ENGLISH.test(tag)) return 'en';
    const script = scriptOf(tag);
    const near = script && among.find((known) => scriptOf(known) === script);
    if (near) return near;
  }
  return 'en';
}
