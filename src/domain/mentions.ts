/** A piece of a comment; `name` is there when it is the mention of somebody: `@` and the name. */
export interface MentionPart {
  text: string;
  name?: string;
}

const WORD = /[\p{L}\p{N}_]/u;
const isWord = (char: string | undefined): boolean => char !== undefined && WORD.test(char);

/** The code point that ends before `at`: a surrogate pair is one character. */
const charBefore = (text: string, at: number): string | undefined => [...text.slice(Math.max(0, at - 2), at)].at(-1);
const charAt = (text: string, at: number): string | undefined => [...text.slice(at, at + 2)][0];

/**
 * A text in parts, the mentions of `names` among them; together the parts are the text, unchanged. A mention is `@` and
 * the whole name, not inside of a word; where two names fit, the longer one is meant. Decisions 9 (type `mention`).
 */
export function splitMentions(text: string, names: readonly string[]): MentionPart[] {
  const longestFirst = names.filter((name) => name !== '').sort((one, other) => other.length - one.length);
  const parts: MentionPart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < from || isWord(charBefore(text, at))) continue;
    const name = longestFirst.find((one) => text.startsWith(one, at + 1) && !isWord(charAt(text, at + 1 + one.length)));
    if (name === undefined) continue;
    if (at > from) parts.push({ text: text.slice(from, at) });
    from = at + 1 + name.length;
    parts.push({ text: text.slice(at, from), name });
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Those of `people` whose `@name` stands in the text. */
export function mentionedIn<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  const names = new Set(
    splitMentions(
      text,
      people.map((person) => person.name),
    ).map((part) => part.name),
  );
  return people.filter((person) => names.has(person.name));
}
