/**
 * A comment is plain text, so a mention is only `@` and a name. Names are not unique and change, so the client also
 * sends IDs. The server accepts the IDs of members that `mentionedIn` finds, as the screens do. IDs without the text
 * could notify people whose names are missing. Text without IDs would search all names for each `@`. The price: a
 * mention loses its highlight after a rename.
 */

/** A piece of a comment. `name` is set if the piece is a mention. */
export interface MentionPart {
  text: string;
  name?: string;
}

const WORD = /[\p{L}\p{N}_]/u;
/** Chinese is written without spaces, so a word can start or end next to any of its characters. */
const HAN = /\p{Script=Han}/u;
const isHan = (char: string | undefined): boolean => char !== undefined && HAN.test(char);
const isWord = (char: string | undefined): boolean => char !== undefined && WORD.test(char) && !isHan(char);

/** The character that ends before index `at`; a surrogate pair is one character. */
const charBefore = (text: string, at: number): string | undefined => [...text.slice(Math.max(0, at - 2), at)].at(-1);
const charAt = (text: string, at: number): string | undefined => [...text.slice(at, at + 2)][0];

/** Returns true if the `@` at this index can start a mention. An `@` inside an email address cannot. */
export const isMentionSign = (text: string, at: number): boolean => !isWord(charBefore(text, at));

/** The rest of a host name, if a name is its start: a dot inside a word. */
const HOST_GOES_ON = /[\p{L}\p{N}_-]*\.[\p{L}\p{N}]/uy;

/** Returns true if the whole name follows the `@`, and not as part of an address such as `李@Ana.example`. */
function isWholeName(text: string, at: number, name: string): boolean {
  const end = at + 1 + name.length;
  HOST_GOES_ON.lastIndex = end;
  if (isHan(charBefore(text, at)) && HOST_GOES_ON.test(text)) return false;
  return !isWord(charAt(text, end)) || isHan([...name].at(-1));
}

/**
 * Splits `text` into plain parts and mentions of `names`; the parts join to the unchanged text. A mention is `@` and
 * the whole name, not inside a word. If two names match, the longer one wins (docs/rules.md#comments).
 */
export function splitMentions(text: string, names: readonly string[]): MentionPart[] {
  const longestFirst = names.filter((name) => name !== '').sort((one, other) => other.length - one.length);
  const parts: MentionPart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < from || !isMentionSign(text, at)) continue;
    const name = longestFirst.find((one) => text.startsWith(one, at + 1) && isWholeName(text, at, one));
    if (name === undefined) continue;
    if (at > from) parts.push({ text: text.slice(from, at) });
    from = at + 1 + name.length;
    parts.push({ text: text.slice(at, from), name });
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Returns the people that `text` mentions, including all who share a name. */
export function mentionedIn<Person extends { name: string }>(text: string, people: readonly Person[]): Person[] {
  const names = new Set(
    splitMentions(
      text,
      people.map((person) => person.name),
    ).map((part) => part.name),
  );
  return people.filter((person) => names.has(person.name));
}
